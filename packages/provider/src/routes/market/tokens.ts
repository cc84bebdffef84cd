import { ParseError, routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import type { Address } from 'viem'
import { ofNoSet } from '../../http/pathParameters.ts'
import { encodeContinuation, part, type Query, readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import { type AttributeCount, readAttributes } from '../../storage/pages/attributePages.ts'
import {
  keyOf,
  readFloors,
  readLastSales,
  readTokens,
  readTopBids,
  type TokenBase,
} from '../../storage/pages/tokenDetails.ts'
import { listTokens, type TokenKey } from '../../storage/pages/tokenPages.ts'
import { readTokenSetId, type TokenSetId } from '../../trade/tokenSetId.ts'
import { normalizeAll, normalizer } from '../../views/normalizeRoyalties.ts'
import { createPriceViews, type PriceViews } from '../../views/priceView.ts'
import { tokenView } from '../../views/tokenView.ts'

const sorts = [
  'floorAskPrice',
  'tokenId',
  'rarity',
  'updatedAt',
  'listedAt',
  'lastSaleAt',
  'lastSalePrice',
] as const

/** The tokens that the id of a set stands for: one, all of a contract, or a list that the provider keeps. */
function setOf(id: string): TokenSetId {
  const set = readTokenSetId(id)
  if (set !== undefined) return set
  throw new ParseError(
    'The request',
    'tokenSetId',
    'must be contract:<address>, token:<address>:<id> or list:<address>:<root>',
  )
}

async function pageOf(
  query: Query,
  { chain }: Scope,
  prices: PriceViews,
  now: number,
  defaultSort: (typeof sorts)[number] = 'floorAskPrice',
) {
  const named = query.tokens('tokens')
  if (named.length > 0) return { keys: named, next: undefined }
  const setId = query.text('tokenSetId')?.toLowerCase()
  const set = setId === undefined ? undefined : setOf(setId)
  if (set?.kind === 'token')
    return { keys: [{ contract: set.contract, tokenId: set.tokenId }], next: undefined }
  const contract = set?.contract ?? query.addresses('collection', 'contract')[0]
  if (contract === undefined)
    throw new ParseError('The request', 'collection', 'is missing: name a collection, a contract or tokens')
  await chain.learner.learnSoon([contract])
  const flagged = query.oneOf('flagStatus', ['-1', '0', '1'] as const, '-1')
  const asked = query.oneOf('sortBy', sorts, defaultSort)
  // There is no rarity and no list of the times of listings and sales here: those fall back to the order of token ids.
  const sortBy = asked === 'floorAskPrice' || asked === 'updatedAt' ? asked : 'tokenId'
  const direction = query.oneOf(
    'sortDirection',
    ['asc', 'desc'] as const,
    sortBy === 'updatedAt' ? 'desc' : 'asc',
  )
  const patterns =
    sortBy === 'floorAskPrice' ? [part.phase, part.integer, part.integer] : [part.moment, part.integer]
  return listTokens(chain.db, chain.config.id, {
    contract,
    set: set?.kind === 'list' ? setId : undefined,
    attributes: query.map('attributes'),
    name: query.text('tokenName', 100),
    flagged: flagged === '-1' ? undefined : flagged === '1',
    sources: query.texts('source', 253).concat(query.texts('sources', 253)),
    currencies: query.addresses('currencies'),
    floorBounds: { least: query.coins('minFloorAskPrice'), most: query.coins('maxFloorAskPrice') },
    sortBy,
    descending: direction === 'desc',
    normalized: query.flag('normalizeRoyalties'),
    limit: query.limit(20, 100),
    after: query.continuation(...patterns),
    nativeLike: prices.nativeLike,
    now,
  })
}

/** How often each attribute of these tokens occurs, collection by collection. */
async function attributeCounts(
  { chain }: Scope,
  bases: readonly TokenBase[],
  prices: PriceViews,
  now: number,
): Promise<ReadonlyMap<Address, readonly AttributeCount[]>> {
  const contracts = [...new Set(bases.map(({ contract }) => contract))]
  const found = await Promise.all(
    contracts.map(async (contract) => {
      const only = bases.filter((base) => base.contract === contract).flatMap(({ attributes }) => attributes)
      const unique = [...new Map(only.map((one) => [JSON.stringify([one.key, one.value]), one])).values()]
      const counts = await readAttributes(chain.db, chain.config.id, contract, {
        nativeLike: prices.nativeLike,
        now,
        limit: unique.length,
        only: unique,
      })
      return [contract, counts] as const
    }),
  )
  return new Map(found)
}

async function describe(
  keys: readonly TokenKey[],
  query: Query,
  scope: Scope,
  prices: PriceViews,
  now: number,
  version: 'v6' | 'v7',
) {
  const { db, config } = scope.chain
  const withTopBid = query.flag('includeTopBid')
  const withLastSale = query.flag('includeLastSale')
  const withAttributes = query.flag('includeAttributes')
  const normalized = query.flag('normalizeRoyalties')
  const [bases, ownFloors, ownBids, sales] = await Promise.all([
    readTokens(db, config.id, keys),
    readFloors(db, config.id, keys, prices.nativeLike, now, { normalized }),
    withTopBid ? readTopBids(db, config.id, keys, prices.nativeLike, now, normalized) : undefined,
    withLastSale ? readLastSales(db, config.id, keys) : undefined,
  ])
  const normalize = await normalizer(query, scope, [...ownFloors.values(), ...(ownBids?.values() ?? [])])
  const floors = normalizeAll(ownFloors, normalize)
  const topBids = ownBids === undefined ? undefined : normalizeAll(ownBids, normalize)
  const known = keys.flatMap((key) => bases.get(keyOf(key)) ?? [])
  const counts = withAttributes ? await attributeCounts(scope, known, prices, now) : undefined
  return known.map((base) => {
    const key = keyOf(base)
    return tokenView(base, {
      chainId: config.id,
      prices,
      version,
      floor: floors.get(key),
      ...(topBids === undefined ? {} : { topBid: { order: topBids.get(key) } }),
      ...(sales === undefined ? {} : { lastSale: { sale: sales.get(key) } }),
      ...(counts === undefined ? {} : { attributes: counts.get(base.contract) ?? [] }),
    })
  })
}

async function tokensPage(c: Context, scope: Scope, base: PriceViews, version: 'v6' | 'v7') {
  const query = readQuery(c)
  const prices = base.shownIn(query.address('displayCurrency'))
  const now = Math.floor(scope.chain.clock() / 1000)
  if (ofNoSet(query)) return { tokens: [], continuation: null }
  const { keys, next } = await pageOf(query, scope, prices, now)
  return {
    tokens: await describe(keys, query, scope, prices, now, version),
    continuation: encodeContinuation(next),
  }
}

async function idsPage(c: Context, scope: Scope, prices: PriceViews) {
  const query = readQuery(c)
  if (ofNoSet(query)) return { tokens: [], continuation: null }
  const [contract] = query.addresses('collection', 'contract')
  const tokenSetId = query.text('tokenSetId', 200)
  if (contract === undefined && tokenSetId === undefined)
    throw new ParseError('The request', 'collection', 'is missing')
  const { keys, next } = await pageOf(query, scope, prices, Math.floor(scope.chain.clock() / 1000), 'tokenId')
  return { tokens: keys.map(({ tokenId }) => `${tokenId}`), continuation: encodeContinuation(next) }
}

/** `GET /tokens/v7`: tokens by name, or a collection's tokens page by page. v6 answers the same but for the floors of attributes. */
export function tokenRoutes(app: Hono, scope: Scope): void {
  const prices = createPriceViews(scope)
  app.get(routes.tokens.path, async (c) => c.json(await tokensPage(c, scope, prices, 'v7')))
  app.get('/tokens/v6', async (c) => c.json(await tokensPage(c, scope, prices, 'v6')))
  app.get('/tokens/ids/v1', async (c) => c.json(await idsPage(c, scope, prices)))
}
