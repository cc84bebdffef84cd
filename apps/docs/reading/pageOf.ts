import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Exported, root } from './exportsOf.ts'

const fence = (file: string, code: string): string => `\`\`\`ts [from ${file}]\n${code}\n\`\`\``

/** `{@link x}` and tags of a doc comment as Markdown. */
const prose = (about: string): string =>
  about
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    // Its page shows an example that is compiled.
    .replace(/^@example[\s\S]*?(?=^@|(?![\s\S]))/gm, '')
    .replace(/^@param\s+(\w+)\s*/gm, '\n**`$1`** ')
    .replace(/^@throws\s*/gm, '\n**Throws** ')
    .replace(/^@returns\s*/gm, '\n**Returns** ')
    .replaceAll(/<(?=[a-zA-Z/])/g, '&lt;')

/** What so many declarations name that it has a page or a word of its own. */
const known = ['Client', 'Execution', 'TradeError', 'Theme', 'Messages']

/** Types of the same package that a declaration is made of, and those that these are made of. */
function typesOf({ name, code, related }: Exported, all: readonly Exported[]): readonly Exported[] {
  const types = all.filter((one) => one.kind === 'type' && one.name !== name && !known.includes(one.name))
  const namedIn = (text: string) => types.filter((one) => new RegExp(`\\b${one.name}\\b`).test(text))
  const own = [code, ...related].join('\n')
  const first = namedIn(own).filter((one) => !own.includes(`type ${one.name} `))
  const second = first.flatMap((one) => namedIn(one.code)).filter((one) => !own.includes(`type ${one.name} `))
  return [...new Set([...first, ...second])].filter((one) => one.code.split('\n').length < 60)
}

/** What a host hears of each action, by the kinds of its events. */
const kinds: Readonly<Record<string, string>> = {
  buyTokens: 'purchase',
  acceptOffers: 'accept_offer',
  listTokens: 'listing',
  placeBids: 'offer',
  cancelOrders: 'cancel',
}

/** How a run of an action ends; nothing of what is no action. */
function endOf(name: string): readonly string[] {
  const kind = kinds[name]
  if (kind === undefined && name !== 'transferTokens') return []
  const event =
    kind === undefined ? 'one event, `unknown`' : `one event, \`${kind}_complete\` or \`${kind}_error\``
  return [
    '## How it ends',
    `\`run.result()\` resolves when the chain shows the effect, or rejects with a [\`TradeError\`](/guide/errors): \`code\` says why, \`money\` what happened to the money. Hosts that listen hear ${event} ([events](/guide/events)). \`run.abort()\` asks nothing more of anybody; what is signed or sent already stays so.`,
  ]
}

const snippets = join(root, 'apps/docs/snippets')
const textOf = (snippet: string): string => readFileSync(join(snippets, snippet), 'utf8')

/** Whether a snippet brings a name from one of our packages. */
const brings = (snippet: string, name: string): boolean =>
  [...textOf(snippet).matchAll(/^import \{([^}]*)\} from '@sluice\//gm)].some(([, names = '']) =>
    new RegExp(`\\b${name}\\b`).test(names),
  )

/** The example of a name: the snippet that is called so, else the shortest that uses it. */
function snippetOf(name: string): string {
  const own = [`${name}.tsx`, `${name}.ts`].find((file) => existsSync(join(snippets, file)))
  const [users] = readdirSync(snippets)
    .filter((file) => /\.tsx?$/.test(file) && brings(file, name))
    .sort((a, b) => textOf(a).length - textOf(b).length)
  const found = own ?? users
  if (found === undefined) throw new Error(`${name} has no example: write apps/docs/snippets/${name}.tsx.`)
  return found
}

/** An example, and below it what it takes from other snippets. */
function exampleOf(name: string): readonly string[] {
  const snippet = snippetOf(name)
  const shared = [...textOf(snippet).matchAll(/from '\.\/([\w.]+)'/g)].map(([, file = '']) => file)
  return [
    '## Example',
    `<<< @/snippets/${snippet}`,
    ...shared.flatMap((file) => [`\`${file}\`, which it shares with others:`, `<<< @/snippets/${file}`]),
  ]
}

/** A page about one export: what it promises, an example, and how it is declared. */
export function pageOf(exported: Exported, all: readonly Exported[]): string {
  const { name, about, code, related, file } = exported
  const types = typesOf(exported, all)
  return [
    `# ${name}`,
    prose(about),
    ...exampleOf(name),
    ...endOf(name),
    '## Declaration',
    fence(file, [code, ...related].join('\n\n')),
    ...(types.length === 0 ? [] : ['## Types that it names']),
    ...types.map((one) => fence(one.file, one.code)),
  ].join('\n\n')
}
