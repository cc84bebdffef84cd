import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  parseActivities,
  parseAttributes,
  parseCollections,
  parseMarketplaceConfigurations,
  parseOrders,
  parsePlan,
  parseRates,
  parseSynced,
  parseTokens,
  parseTransfers,
  parseUserTokens,
  routes,
} from '@sluice/wire'
import { expect, test } from 'vitest'
import { exampleOf } from '../generator/exampleOf.ts'
import { idOfRoute, readExamples } from '../generator/examples.ts'
import { exportsOf, isComponent, root } from '../generator/exportsOf.ts'
import { routePages } from '../generator/routePages.ts'

const parsers: Readonly<Partial<Record<keyof typeof routes, (input: unknown) => unknown>>> = {
  buy: parsePlan,
  sell: parsePlan,
  list: parsePlan,
  bid: parsePlan,
  cancel: parsePlan,
  transfer: parsePlan,
  synced: parseSynced,
  transfers: parseTransfers,
  tokens: parseTokens,
  collections: parseCollections,
  rates: parseRates,
  asks: parseOrders,
  bids: parseOrders,
  userTokens: parseUserTokens,
  userAsks: parseOrders,
  userBids: parseOrders,
  attributes: parseAttributes,
  marketplaceConfigurations: parseMarketplaceConfigurations,
  tokenActivity: parseActivities,
  collectionActivity: parseActivities,
  userActivity: parseActivities,
}

test('the example responses of the route pages parse as a client parses them', () => {
  const examples = readExamples()
  for (const [name, parser] of Object.entries(parsers)) {
    const { method, path } = routes[name as keyof typeof routes]
    const example = examples[idOfRoute(method, path)]
    expect(example?.status, `${method} ${path}`).toBe(200)
    expect(() => parser(example?.answer), `${method} ${path}`).not.toThrow()
  }
})

test('every function, hook, component and route that has a page has an example on it', () => {
  const functions = (entry: string) =>
    exportsOf(`packages/${entry}.ts`).filter(({ kind }) => kind === 'function')
  const pages = [
    ...functions('core/src/index').filter(({ name }) => name !== 'preview'),
    ...functions('react/src/index').filter(({ name }) => /^use[A-Z]/.test(name)),
    ...['react/src/index', 'react/src/components'].flatMap(functions).filter(isComponent),
  ]
  expect(pages.length).toBeGreaterThan(80)
  for (const { name } of pages) expect(exampleOf(name).join('\n')).toContain('@/snippets/')
  for (const { path, markdown } of routePages()) expect(markdown, path).toContain('Asked and answered')
})

/** Packages whose functions hosts, bots and servers call; the others are for tests, or parsers that the client calls. */
const called = ['core', 'guards', 'react', 'reservoir', 'provider', 'conformance', 'cli', 'seaport']
/** Parts that the client makes calls of by itself, where it needs no more of the package. */
const parts = ['packages/seaport/src/building/callData.ts', 'packages/seaport/src/model/keysOf.ts']
/** The entries of a package, from the root, but for those that other packages of ours share. */
function entriesOf(name: string): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  return Object.entries(exports).flatMap(([entry, { '@sluice/source': source }]) =>
    entry !== './internal' && source !== undefined && /\.tsx?$/.test(source)
      ? [join('packages', name, source)]
      : [],
  )
}

/** What the drop-in takes out of one object: each is declared, and described, where that object is made. */
function toolsOf(entry: string): readonly { readonly name: string; readonly about: string }[] {
  const text = readFileSync(join(root, entry), 'utf8')
  const names = /^export const \{([^}]*)\} = /m.exec(text)?.[1]?.match(/\w+/g) ?? []
  const folder = join(root, entry, '..')
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  return names.map((name) => {
    const declared = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*(?:async )?(?:function|const) ${name}\\b`)
    const about = sources.map((source) => declared.exec(source)?.[1]).find((found) => found !== undefined)
    return { name, about: about ?? '' }
  })
}

test('the comment of every function, hook and component that a host calls has an example', () => {
  const entries = called.flatMap(entriesOf)
  const functions = entries.flatMap((entry) => [
    ...exportsOf(entry).filter(({ kind, file }) => kind === 'function' && !parts.includes(file)),
    ...toolsOf(entry),
  ])
  expect(functions.length).toBeGreaterThan(200)
  const without = functions.filter(({ about }) => !/^[\s*]*@example\s+\S/m.test(about))
  expect(without.map(({ name }) => name)).toEqual([])
})
