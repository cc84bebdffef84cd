import { routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import type { Address } from 'viem'
import { zeroAddress } from 'viem'
import { Refusal } from '../../apiError.ts'
import { collectionParam, ofNoSet } from '../../http/pathParameters.ts'
import { encodeContinuation, part, type Query, readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import { readCollection } from '../../storage/chain/collections.ts'
import { readAttributeKeys, readAttributes } from '../../storage/pages/attributePages.ts'
import {
  type CollectionQuery,
  type CollectionSort,
  listCollections,
  readCollectionStats,
} from '../../storage/pages/collectionPages.ts'
import { collectionView } from '../../views/collectionView.ts'
import { type Normalize, normalizer } from '../../views/normalizeRoyalties.ts'
import { createPriceViews, type PriceViews } from '../../views/priceView.ts'
import { slugOf } from '../../views/tokenView.ts'

const sorts = [
  'allTimeVolume',
  '1DayVolume',
  '7DayVolume',
  '30DayVolume',
  'createdAt',
  'updatedAt',
  'floorAskPrice',
] as const satisfies readonly CollectionSort[]
/** The order that stands for one that is not kept here. */
const sortsAsked = [...sorts, 'lastMintTimestamp'] as const

const secondsOf = ({ chain }: Scope): number => Math.floor(chain.clock() / 1000)

export async function describeCollections(
  scope: Scope,
  prices: PriceViews,
  query: CollectionQuery,
  asked?: Query,
) {
  const { db, config } = scope.chain
  const { collections, next } = await listCollections(db, config.id, query)
  const stats = await readCollectionStats(
    db,
    config.id,
    collections.map(({ contract }) => contract),
    prices.nativeLike,
    query.now,
    asked?.flag('normalizeRoyalties'),
  )
  const best = [...stats.values()].flatMap(({ floor, topBid }) => [floor, topBid])
  const normalize: Normalize = asked === undefined ? (order) => order : await normalizer(asked, scope, best)
  const described = collections.flatMap((collection) => {
    const own = stats.get(collection.contract)
    if (own === undefined) return []
    const shown = {
      ...own,
      floor: own.floor === undefined ? undefined : normalize(own.floor),
      topBid: own.topBid === undefined ? undefined : normalize(own.topBid),
    }
    return [collectionView(collection, shown, config.id, prices)]
  })
  return { collections: described, continuation: encodeContinuation(next) }
}

/** The same collections with the keys of their attributes. */
async function withAttributes<T extends { readonly id: Address }>(
  { chain }: Scope,
  collections: readonly T[],
) {
  const contracts = collections.map(({ id }) => id)
  const keys = await readAttributeKeys(chain.db, chain.config.id, contracts)
  return collections.map((collection) => ({
    ...collection,
    attributes: (keys.get(collection.id) ?? []).map((one) => ({ ...one, kind: 'string' })),
  }))
}

async function collectionsPage(c: Context, scope: Scope, base: PriceViews) {
  const query = readQuery(c)
  const prices = base.shownIn(query.address('displayCurrency'))
  if (ofNoSet(query)) return { collections: [], continuation: null }
  const asked = query.oneOf('sortBy', sortsAsked, 'allTimeVolume')
  const sortBy = asked === 'lastMintTimestamp' ? 'createdAt' : asked
  const otherwise = sortBy === 'floorAskPrice' ? 'asc' : 'desc'
  const slug = query.text('slug', 200)
  const contracts = query.addresses('id', 'contract', 'contracts')
  await scope.chain.learner.learnSoon(contracts)
  const page = await describeCollections(
    scope,
    prices,
    {
      contracts,
      name: query.text('name', 100) ?? slug?.replaceAll('-', ' '),
      floorBounds: { least: query.coins('minFloorAskPrice'), most: query.coins('maxFloorAskPrice') },
      sortBy,
      descending: query.oneOf('sortDirection', ['asc', 'desc'] as const, otherwise) === 'desc',
      limit: query.limit(20, 100),
      after: query.continuation(part.integer, part.address),
      nativeLike: prices.nativeLike,
      now: secondsOf(scope),
    },
    query,
  )
  const collections =
    slug === undefined
      ? page.collections
      : page.collections.filter((one) => slugOf(one.name, one.id) === slug)
  const wantsAttributes = query.flag('includeAttributes')
  return { ...page, collections: wantsAttributes ? await withAttributes(scope, collections) : collections }
}

/** @param version of the route: before the fourth, a floor is a number of coins. */
async function attributesOf(c: Context, scope: Scope, base: PriceViews, version: 'v2' | 'v4') {
  const { db, config } = scope.chain
  const prices = base.shownIn(readQuery(c).address('displayCurrency'))
  const found = await readAttributes(db, config.id, collectionParam(c), {
    nativeLike: prices.nativeLike,
    now: secondsOf(scope),
    limit: 5000,
  })
  const floorOf = (floor: (typeof found)[number]['floor']) => {
    if (floor === undefined) return null
    const price = prices.price(floor.currency, floor.unitPrice)
    return version === 'v2' ? (price?.amount.decimal ?? null) : price
  }
  const keys = [...new Set(found.map(({ key }) => key))]
  const attributes = keys.map((key) => {
    const values = found
      .filter((one) => one.key === key)
      .map(({ value, tokens, floor }) => ({
        value,
        count: tokens,
        floorAskPrice: floorOf(floor),
      }))
      .sort((a, b) => b.count - a.count)
    return { key, attributeCount: values.length, kind: 'string', values }
  })
  return { attributes }
}

/** What can be traded here and on which terms; one marketplace, the provider's own book. */
async function configurations(c: Context, { chain, trade }: Scope) {
  const contract = collectionParam(c)
  const collection = await readCollection(chain.db, chain.config.id, contract)
  if (collection === undefined)
    throw new Refusal('other', `Collection ${contract} not found`, { field: 'collection' })
  const royalties = collection.royalties.reduce((sum, { bps }) => sum + bps, 0)
  const tokens = trade.chain.currencies.map(({ contract: address, ...currency }) => ({
    address,
    ...currency,
  }))
  const exchanges = Object.fromEntries(
    trade.chain.seaports.map(({ version }) => {
      const orderKind = `seaport-v${version}`
      const exchange = {
        orderKind,
        enabled: true,
        fee: { bps: 0 },
        customFeesSupported: true,
        numFeesSupported: null,
        collectionBidSupported: true,
        traitBidSupported: true,
        partialOrderSupported: true,
        supportedBidCurrencies: tokens.filter(({ address }) => address !== zeroAddress),
        paymentTokens: tokens,
        oracleEnabled: chain.cosigner !== undefined,
        minimumBidExpiry: 900,
        minimumPrecision: null,
        maxPriceRaw: null,
        minPriceRaw: null,
        royaltiesEnforced: false,
      }
      return [orderKind, exchange]
    }),
  )
  const marketplace = {
    name: 'Sluice',
    domain: null as string | null,
    imageUrl: `${chain.publicUrl}/redirect/sources/sluice/logo/v2`,
    fee: { bps: 0 },
    royalties: { minBps: 0, maxBps: royalties },
    orderbook: 'reservoir',
    exchanges,
  }
  const others = chain.orderBooks.map(({ name, domain, fee, supports }) => ({
    ...marketplace,
    name,
    domain,
    imageUrl: `${chain.publicUrl}/redirect/sources/${domain}/logo/v2`,
    fee: { bps: fee?.bps ?? 0, recipient: fee?.recipient ?? null },
    orderbook: name,
    exchanges: Object.fromEntries(
      Object.values(exchanges)
        .filter(({ orderKind }) => supports.versions.some((version) => orderKind === `seaport-v${version}`))
        .map((exchange) => [
          exchange.orderKind,
          {
            ...exchange,
            fee: { bps: fee?.bps ?? 0 },
            collectionBidSupported: supports.collectionBids,
            traitBidSupported: supports.collectionBids,
            oracleEnabled: false,
          },
        ]),
    ),
  }))
  return { marketplaces: [marketplace, ...others] }
}

/** The first version of the route names the currencies of offers by their addresses alone. */
const withAddresses = ({ marketplaces }: Awaited<ReturnType<typeof configurations>>) => ({
  marketplaces: marketplaces.map((marketplace) => ({
    ...marketplace,
    exchanges: Object.fromEntries(
      Object.entries(marketplace.exchanges).map(([name, exchange]) => [
        name,
        {
          ...exchange,
          supportedBidCurrencies: exchange.supportedBidCurrencies.map(({ address }) => address),
        },
      ]),
    ),
  })),
})

/** The same terms as newer clients read by exchange, flat: one line for each kind of order. */
async function supported(c: Context, scope: Scope) {
  const { marketplaces } = await configurations(c, scope)
  return {
    marketplaces: marketplaces.flatMap(({ exchanges, fee, ...marketplace }) =>
      Object.values(exchanges).map((exchange) => ({
        ...marketplace,
        fee: { ...fee, percent: fee.bps / 100 },
        feeBps: fee.bps,
        orderKind: exchange.orderKind,
        listingEnabled: exchange.enabled,
        customFeesSupported: exchange.customFeesSupported,
        collectionBidSupported: exchange.collectionBidSupported,
        traitBidSupported: exchange.traitBidSupported,
        partialBidSupported: exchange.partialOrderSupported,
        minimumBidExpiry: exchange.minimumBidExpiry,
        minimumPrecision: exchange.minimumPrecision,
        supportedBidCurrencies: exchange.supportedBidCurrencies.map(({ address }) => address),
        paymentTokens: exchange.paymentTokens,
      })),
    ),
  }
}

/** Collections, their attributes, and how they may be traded. */
export function collectionRoutes(app: Hono, scope: Scope): void {
  const prices = createPriceViews(scope)
  for (const path of [routes.collections.path, '/collections/v6', '/collections/v5'])
    app.get(path, async (c) => c.json(await collectionsPage(c, scope, prices)))
  app.get(routes.attributes.path.replace('{collection}', ':collection'), async (c) =>
    c.json(await attributesOf(c, scope, prices, 'v4')),
  )
  app.get('/collections/:collection/attributes/all/v2', async (c) =>
    c.json(await attributesOf(c, scope, prices, 'v2')),
  )
  app.get('/collections/:collection/supported-marketplaces/v1', async (c) =>
    c.json(await supported(c, scope)),
  )
  app.get('/collections/:collection/marketplace-configurations/v1', async (c) =>
    c.json(withAddresses(await configurations(c, scope))),
  )
  app.get('/collections/:collection/marketplace-configurations/v2', async (c) =>
    c.json(await configurations(c, scope)),
  )
}
