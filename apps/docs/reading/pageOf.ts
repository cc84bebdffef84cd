import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Exported, root } from './exportsOf.ts'

const fence = (file: string, code: string): string => `\`\`\`ts [from ${file}]\n${code}\n\`\`\``

/** One line of prose that a doc comment begins with. */
export const firstLine = (about: string): string => about.split(/\n\s*\n/)[0]?.replaceAll('\n', ' ') ?? ''

/** `{@link x}` and tags of a doc comment as Markdown. */
const prose = (about: string): string =>
  about
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/^@throws\s*/gm, '\n**Throws** ')
    .replace(/^@returns\s*/gm, '\n**Returns** ')
    .replaceAll(/<(?=[a-zA-Z/])/g, '&lt;')

/** A page about one export: what it promises, how it is declared, and an example where there is one. */
export function pageOf(exported: Exported): string {
  const { name, about, code, related, file } = exported
  const snippet = ['tsx', 'ts']
    .map((kind) => `${name}.${kind}`)
    .find((one) => existsSync(join(root, 'apps/docs/snippets', one)))
  return [
    `# ${name}`,
    prose(about),
    ...(snippet === undefined ? [] : ['## Example', `<<< @/snippets/${snippet}`]),
    '## Declaration',
    fence(file, [code, ...related].join('\n\n')),
  ].join('\n\n')
}
