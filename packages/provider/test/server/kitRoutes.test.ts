import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allRoutes } from '../../src/routes/allRoutes.ts'

/** What the hooks and dialogs of `@reservoir0x/reservoir-kit-ui` 1.11.2 and 1.15.0 ask for, as their bundles have it. */
const ofVersion1 = [
  '/collections/activity/v6',
  '/collections/v7',
  '/collections/{}/attributes/all/v2',
  '/collections/{}/attributes/all/v4',
  '/collections/{}/supported-marketplaces/v1',
  '/currencies/conversion/v1',
  '/orders/asks/v5',
  '/orders/bids/v6',
  '/orders/users/{}/top-bids/v4',
  '/redirect/collections/{}/image/v1',
  '/redirect/currency/{}/icon/v1',
  '/redirect/sources/{}/logo/v2',
  '/redirect/sources/{}/tokens/{}:{}/link/v2',
  '/redirect/tokens/{}/image/v1',
  '/redirect/tokens/{}:{}/image/v1',
  '/search/activities/v1',
  '/tokens/refresh/v1',
  '/tokens/v6',
  '/tokens/{}/activity/v5',
  '/users/activity/v6',
  '/users/{}/collections/v3',
  '/users/{}/tokens/v7',
]

const newest = resolve(
  import.meta.dirname,
  '../../../../peers/kit-host/node_modules/@reservoir0x/reservoir-kit-ui/dist/index.js',
)
/** Every path behind a base URL, with `{}` for what is filled in. */
const pathsOf = (bundle: string): readonly string[] =>
  [...bundle.matchAll(/(?:baseApiUrl|")\}(\/[^`?"\s]*\/v[0-9]+)/g)].map(([, path = '']) =>
    path.replaceAll(/\$\{[^}]*\}/g, '{}'),
  )

test.each([
  ['version 1', ofVersion1],
  ['version 2', pathsOf(readFileSync(newest, 'utf8'))],
])('every path that %s of the ancestor’s kit asks for is served', (_, paths) => {
  const served = new Set(allRoutes.map(({ path }) => path.replaceAll(/:[a-zA-Z]+/g, '{}')))
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((path) => !served.has(path.replaceAll('{}:{}', '{}')))).toEqual([])
})
