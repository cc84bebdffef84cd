import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One request to a real provider, and what it answered. */
export type Example = {
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  /** What a reader of this very answer has to know. */
  readonly about?: string
  readonly body?: unknown
  readonly status: number
  readonly answer: unknown
}

export const examplesFile = join(import.meta.dirname, '../examples.json')

/** A route's name in addresses: `get-tokens-v7`. */
export const idOfRoute = (method: string, path: string): string =>
  `${method}${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

/** What `record.ts` wrote last, by the route's name. */
export const readExamples = (): Readonly<Record<string, Example>> =>
  existsSync(examplesFile)
    ? (JSON.parse(readFileSync(examplesFile, 'utf8')) as Readonly<Record<string, Example>>)
    : {}

/** Call data and signatures are long, and no one reads them. */
const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > 150 ? `${value.slice(0, 74)}…` : value

const shortPath = (path: string): string =>
  decodeURIComponent(path).replace(/0x[0-9a-f]{100,}/g, (bytes) => `${bytes.slice(0, 74)}…`)

/** A request and its answer as Markdown. */
export function asMarkdown({ method, path, about, body, status, answer }: Example): string {
  const json = (value: unknown) => `\`\`\`json [recorded]\n${JSON.stringify(value, shortened, 2)}\n\`\`\``
  return [
    '## Asked and answered',
    'Of a provider on the local stack; lists are cut to their first entries, and long bytes to their first.',
    ...(about === undefined ? [] : [about]),
    `\`\`\`http [recorded]\n${method} ${shortPath(path)}\n\`\`\``,
    ...(body === undefined ? [] : [json(body)]),
    `${status}:`,
    typeof answer === 'string' ? `\`\`\`text [recorded]\n${answer.trim()}\n\`\`\`` : json(answer),
  ].join('\n\n')
}
