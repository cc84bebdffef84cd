import { openApi } from '@sluice/provider'
import { asMarkdown, type Example, idOfRoute, readExamples } from './examples.ts'
import { describeField } from './fieldWords.ts'

type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly default?: unknown
  readonly pattern?: string
  readonly anyOf?: readonly Schema[]
}
type Operation = {
  readonly summary: string
  readonly deprecated?: boolean
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Partial<Content>>>
}
type Content = { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } }

export type RoutePage = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly about: string
  readonly markdown: string
}

const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('{', '&#123;').replaceAll('<', '&lt;')

/** The words for the patterns of the schemas, each found by a sample that the pattern matches. */
const shapes: readonly (readonly [sample: string, told: string])[] = [
  ['9'.repeat(70), 'whole number as text'],
  [`0x${'a'.repeat(40)}:${'9'.repeat(70)}`, '`address:number`'],
  [`0x${'a'.repeat(40)}:250`, '`address:bps`'],
  ['0.5', 'decimal number'],
  ['5', 'whole number'],
  ['1795301808', 'unix seconds'],
  ['shop.example', 'domain'],
  ['0xab', 'bytes in hex'],
]

/** Returns the words of the first sample that a pattern matches, or the pattern itself if it matches none. */
const shapeOf = (pattern: string): string =>
  shapes.find(([sample]) => new RegExp(pattern).test(sample))?.[1] ?? `text like ${cell(pattern)}`

const plain: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'yes or no',
}

/** Returns what a field takes. Each optional field may also be `null`, which is not repeated. */
function kindOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${String(one)}\``).join(', ')
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.filter(({ type }) => type !== 'null').map(kindOf))].join(' or ')
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`
  if (schema.pattern !== undefined) return shapeOf(schema.pattern)
  const types = [schema.type ?? 'anything'].flat().filter((type) => type !== 'null')
  return types.map((type) => plain[type] ?? type).join(' or ')
}

type Row = {
  readonly name: string
  readonly needed: boolean
  readonly kind: string
  readonly meaning: string
}

const row = ({ name, needed, kind, meaning }: Row): string =>
  `| \`${name}\`${needed ? ' (required)' : ''} | ${kind} | ${meaning} |`

/** Rows of a body, nested fields by their path. */
function rows(route: string, schema: Schema, at = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`
    const needed = schema.required?.includes(name) === true && field.default === undefined
    const inner = field.type === 'array' ? (field.items ?? {}) : field
    const nested =
      inner.properties === undefined ? [] : rows(route, inner, field.type === 'array' ? `${path}[]` : path)
    const otherwise =
      field.default === undefined ? '' : `, otherwise \`${cell(JSON.stringify(field.default))}\``
    return [
      row({ name: path, needed, kind: kindOf(field) + otherwise, meaning: describeField(route, path) }),
      ...nested,
    ]
  })
}

/** The schema of a value that may be `null`, where it is there. */
const presentOf = (schema: Schema): Schema => {
  const present = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return present.length === 1 && present[0] !== undefined ? presentOf(present[0]) : schema
}

/** Rows of an answer, nested fields by their path; their names say what they mean. */
function answerRows(schema: Schema, at = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const path = at === '' ? name : `${at}.${name}`
    const field = presentOf(given)
    const isList = field.type === 'array'
    const inner = isList ? presentOf(field.items ?? {}) : field
    return [`| \`${path}\` | ${kindOf(field)} |`, ...answerRows(inner, isList ? `${path}[]` : path)]
  })
}

const table = (head: string, body: readonly string[]): string =>
  [`## ${head}`, '', '| name | takes | meaning |', '|---|---|---|', ...body].join('\n')

function pageOfRoute(
  path: string,
  method: string,
  operation: Operation,
  examples: Readonly<Record<string, Example>>,
): RoutePage {
  const id = idOfRoute(method, path)
  const example = examples[id]
  if (example === undefined)
    throw new Error(`${method} ${path} has no example: ask for it in record.ts, and \`npm run docs record\`.`)
  const title = `${method} ${path}`
  const { summary, deprecated = false, parameters = [], requestBody, responses } = operation
  const success = responses[200]?.content?.['application/json']?.schema
  const of = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, required, schema, description }) => {
        const meaning = [describeField(title, name), cell(description ?? '')]
          .filter((text) => text !== '')
          .join(' ')
        return row({ name, needed: required === true, kind: kindOf(schema), meaning })
      })
  const [inPath, inQuery] = [of('path'), of('query')]
  const markdown = [
    `# ${title.replaceAll('{', '&#123;')}`,
    `${cell(summary)}${deprecated ? ' Deprecated: the answer says so in its `Deprecation` header.' : ''}`,
    ...(inPath.length === 0 ? [] : [table('In the path', inPath)]),
    ...(inQuery.length === 0 ? [] : [table('In the query', inQuery)]),
    ...(requestBody === undefined
      ? []
      : [table('In the body', rows(title, requestBody.content['application/json']?.schema ?? {}))]),
    ...(success === undefined
      ? []
      : [['## In the answer', '', '| name | is |', '|---|---|', ...answerRows(success)].join('\n')]),
    asMarkdown(example),
    'What is not understood is refused with 400 and a sentence that names the field; 429 and 503 say in `Retry-After` when to come back. Unknown keys of a body and unknown names in a query are dropped.',
  ].join('\n\n')
  return { id, method, path, about: summary, markdown }
}

/** Routes of OpenSea's API. OpenSea documents them, and one of our pages lists those that are answered. */
const isOpenSeas = (path: string): boolean => path.startsWith('/api/v2/')

/** One page for each of a provider's own routes, from the schemas of its requests and answers. */
export function routePages(): readonly RoutePage[] {
  const examples = readExamples()
  const { paths } = openApi({ config: { chains: [] } }) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    isOpenSeas(path)
      ? []
      : Object.entries(methods).map(([method, operation]) =>
          pageOfRoute(path, method.toUpperCase(), operation, examples),
        ),
  )
}
