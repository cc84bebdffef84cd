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

/** What so many declarations name that it has a page or a word of its own. */
const known = ['Client', 'Execution', 'TradeError', 'Theme', 'Words']

/** Types of the same package that a declaration is made of, and those that these are made of. */
function typesOf({ name, code, related }: Exported, all: readonly Exported[]): readonly Exported[] {
  const types = all.filter((one) => one.kind === 'type' && one.name !== name && !known.includes(one.name))
  const namedIn = (text: string) => types.filter((one) => new RegExp(`\\b${one.name}\\b`).test(text))
  const own = [code, ...related].join('\n')
  const first = namedIn(own).filter((one) => !own.includes(`type ${one.name} `))
  const second = first.flatMap((one) => namedIn(one.code)).filter((one) => !own.includes(`type ${one.name} `))
  return [...new Set([...first, ...second])].filter((one) => one.code.split('\n').length < 60)
}

/** A page about one export: what it promises, how it is declared, and an example where there is one. */
export function pageOf(exported: Exported, all: readonly Exported[]): string {
  const { name, about, code, related, file } = exported
  const types = typesOf(exported, all)
  const snippet = ['tsx', 'ts']
    .map((kind) => `${name}.${kind}`)
    .find((one) => existsSync(join(root, 'apps/docs/snippets', one)))
  return [
    `# ${name}`,
    prose(about),
    ...(snippet === undefined ? [] : ['## Example', `<<< @/snippets/${snippet}`]),
    '## Declaration',
    fence(file, [code, ...related].join('\n\n')),
    ...(types.length === 0 ? [] : ['## Types that it names']),
    ...types.map((one) => fence(one.file, one.code)),
  ].join('\n\n')
}
