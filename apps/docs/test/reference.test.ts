import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportsOf, isComponent, root } from '../generator/exportsOf.ts'
import { describeField } from '../generator/fieldWords.ts'
import { describe as described, pageOf } from '../generator/pageOf.ts'

const core = exportsOf('packages/core/src/index.ts')
const kit = exportsOf('packages/react/src/index.ts')
const styled = exportsOf('packages/react/src/components.ts')
const pages = [
  ...core.filter(({ kind, name }) => kind === 'function' && name !== 'preview'),
  ...kit.filter((one) => /^use[A-Z]/.test(one.name) || isComponent(one)),
  ...styled.filter(isComponent),
].map((one) => ({ name: one.name, markdown: pageOf(one, [...styled, ...kit, ...core], '@sluice/core') }))

type Row = { readonly at: string; readonly field: string; readonly type: string; readonly about: string }
/** The rows of the tables of fields, parameters and props, with the heading that they are under. */
const rowsOf = ({ name, markdown }: (typeof pages)[number]): readonly Row[] =>
  markdown.split(/^(?=#+ )/m).flatMap((section) => {
    const heading = section.split('\n', 1)[0]?.replace(/^#+ /, '')
    return [...section.matchAll(/^\| `([^`]+)`(?: \(required\))? \| `([^`]*)` \| ?(.*) \|$/gm)].map(
      ([, field = '', type = '', about = '']) => ({
        at: `${name}: ${heading}`,
        field,
        type,
        about: about.trim(),
      }),
    )
  })
const rows = pages.flatMap(rowsOf)

/** Text without what a comment and a page write differently. */
const plain = (text: string): string =>
  text
    .replace(/\{@link ([^}]+)\}/g, '$1')
    .replaceAll('&lt;', '<')
    .replace(/[`\\*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** What the sources of our packages say of each field and parameter, by its name. */
function saidOf(): ReadonlyMap<string, string> {
  const said = new Map<string, string>()
  const add = (name: string, text: string) => said.set(name, `${said.get(name) ?? ''}\n${plain(text)}`)
  const files = ['core', 'guards', 'react', 'wire', 'seaport'].flatMap((name) => {
    const folder = join(root, 'packages', name, 'src')
    const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return inside.filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file))
  })
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, comment = '', name = ''] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:\/\/.*\s*)?(?:readonly )?([\w'[\]]+)\??[:(]/g,
    ))
      add(name.replace(/[[\]']/g, ''), comment)
    for (const [, name = '', comment = ''] of text.matchAll(/@param (\w+)([\s\S]*?)(?=\n \* @|\*\/)/g))
      add(name, comment)
  }
  return said
}

describe('the generated reference', () => {
  test('says of a field only what a field of that name says in the source', () => {
    const said = saidOf()
    const foreign = rows.filter(
      ({ field, type, about }) =>
        about !== '' &&
        about !== described({ name: field, type, optional: true, about: '' }) &&
        !said.get(field)?.includes(plain(about)),
    )
    expect(rows.length).toBeGreaterThan(1_000)
    expect(foreign).toEqual([])
  })

  test('never says what a field of a request means of a field of another type', () => {
    const routes = { id: 'GET /collections/v7', seaport: 'POST /execute/list/v5', domain: 'GET /sources/v1' }
    const page = rows.filter(({ at }) => /^(?:createClient|reviewCard|progressOf|getRates): /.test(at))
    for (const [field, route] of Object.entries(routes)) {
      const ofRequest = describeField(route, field)
      expect(page.filter(({ about }) => about === ofRequest)).toEqual([])
      expect(described({ name: field, type: 'string', optional: true, about: '' })).toBe('')
    }
    const chain = page.find(({ at, field }) => at === 'createClient: ChainConfig' && field === 'id')
    expect(chain?.about).toContain('EIP-155')
  })

  test('describes every field of clients, policies, action parameters, results, hooks and props', () => {
    expect(rows.filter(({ about }) => about === '').map(({ at, field }) => `${at}: ${field}`)).toEqual([])
  })
})
