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
import { exampleOf } from '../reading/exampleOf.ts'
import { idOfRoute, readExamples } from '../reading/examples.ts'
import { exportsOf } from '../reading/exportsOf.ts'
import { routePages } from '../reading/routePages.ts'

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
    ...['react/src/index', 'react/src/components']
      .flatMap(functions)
      .filter(({ name }) => /^[A-Z]/.test(name)),
  ]
  expect(pages.length).toBeGreaterThan(80)
  for (const { name } of pages) expect(exampleOf(name).join('\n')).toContain('@/snippets/')
  for (const { path, markdown } of routePages()) expect(markdown, path).toContain('Asked and answered')
})
