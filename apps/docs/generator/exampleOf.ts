import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './exportsOf.ts'

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

/** An example, and below it what it imports from other snippets. */
export function exampleOf(name: string): readonly string[] {
  const snippet = snippetOf(name)
  const shared = [...textOf(snippet).matchAll(/from '\.\/([\w.]+)'/g)].map(([, file = '']) => file)
  return [
    '## Example',
    `<<< @/snippets/${snippet}`,
    ...shared.flatMap((file) => [`\`${file}\`, which the examples share:`, `<<< @/snippets/${file}`]),
  ]
}
