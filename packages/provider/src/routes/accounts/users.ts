import { routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import type { Address } from 'viem'
import { ofNoSet, userParam } from '../../http/pathParameters.ts'
import { encodeContinuation, part, readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import { orderJson } from '../../orders/orderJson.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import { readCollectionFloor } from '../../storage/pages/collectionPages.ts'
import {
  keyOf,
  type LastSale,
  readFloors,
  readLastSales,
  readTokens,
  readTopBids,
  type TokenBase,
} from '../../storage/pages/tokenDetails.ts'
import {
  type Holding,
  listHeldCollections,
  listHoldings,
  unitsOnSale,
} from '../../storage/pages/userPages.ts'
import { royaltiesView } from '../../views/collectionView.ts'
import { normalizeAll, normalizer } from '../../views/normalizeRoyalties.ts'
import { dynamicPricing, sourceView, validUntil } from '../../views/orderView.ts'
import { createPriceViews, type PriceViews } from '../../views/priceView.ts'
import { lastSaleView, tokenHead } from '../../views/tokenView.ts'
import { describeCollections } from '../market/collections.ts'

const sorts = ['acquiredAt', 'lastAppraisalValue', 'floorAskPrice'] as const

type Parts = {
  readonly chainId: number
  readonly prices: PriceViews
  readonly onSale: bigint
  /** The user's own cheapest listing of the token. */
  readonly own: StoredOrder | undefined
  readonly floor: StoredOrder | undefined
  readonly topBid: { readonly order: StoredOrder | undefined } | undefined
  readonly lastSale: LastSale | undefined
  readonly rawData: boolean
  readonly attributes: boolean
}

function ownListing(order: StoredOrder | undefined, { prices, rawData }: Parts, base: TokenBase) {
  if (order === undefined)
    return { id: null, price: null, maker: null, kind: null, validFrom: null, validUntil: null, source: null }
  return {
    id: order.id,
    price: prices.price(order.currency, order.unitPrice, order.unitNet),
    maker: order.maker,
    kind: `seaport-v${order.version}`,
    validFrom: Number(order.components.startTime),
    validUntil: validUntil(order),
    source: sourceView(order.source, base),
    dynamicPricing: dynamicPricing(order, prices),
    ...(rawData ? { rawData: { ...orderJson(order.components), signature: order.signature } } : {}),
  }
}

function holdingView(base: TokenBase, holding: Holding, parts: Parts) {
  const { chainId, prices, topBid } = parts
  const { collection } = base
  const royalties = royaltiesView(collection.royalties)
  const best = topBid?.order
  return {
    token: {
      ...tokenHead(base, chainId),
      lastSale: lastSaleView(parts.lastSale, prices),
      topBid: {
        id: best?.id ?? null,
        price: best === undefined ? null : prices.price(best.currency, best.unitPrice, best.unitNet),
      },
      lastAppraisalValue: null,
      ...(parts.attributes
        ? { attributes: base.attributes.map((attribute) => ({ ...attribute, kind: 'string' })) }
        : {}),
      collection: {
        id: base.contract,
        name: collection.name,
        imageUrl: collection.image,
        floorAskPrice:
          parts.floor === undefined ? null : prices.price(parts.floor.currency, parts.floor.unitPrice),
        royaltiesBps: royalties.bps,
        royalties: royalties.breakdown,
      },
    },
    ownership: {
      tokenCount: holding.units.toString(),
      onSaleCount: parts.onSale.toString(),
      floorAsk: ownListing(parts.own, parts, base),
      acquiredAt: new Date(holding.acquiredAt * 1000).toISOString(),
    },
  }
}

async function collectionFloors(
  scope: Scope,
  contracts: readonly Address[],
  prices: PriceViews,
  now: number,
  normalized: boolean,
) {
  const { db, config } = scope.chain
  const stats = await Promise.all(
    [...new Set(contracts)].map(
      async (contract) =>
        [
          contract,
          await readCollectionFloor(db, config.id, contract, prices.nativeLike, now, normalized),
        ] as const,
    ),
  )
  return new Map(stats)
}

async function holdingsPage(c: Context, scope: Scope, base: PriceViews) {
  const { db, config, clock } = scope.chain
  const owner = userParam(c)
  const query = readQuery(c)
  const prices = base.shownIn(query.address('displayCurrency'))
  const now = Math.floor(clock() / 1000)
  // There are no appraisals here: sorted by them, holdings come in the order of their floors.
  const sortBy = query.oneOf('sortBy', sorts, 'acquiredAt') === 'acquiredAt' ? 'acquiredAt' : 'floorAskPrice'
  if (ofNoSet(query)) return { tokens: [], continuation: null }
  const normalized = query.flag('normalizeRoyalties')
  const { holdings, next } = await listHoldings(db, config.id, {
    owner,
    tokens: query.tokens('tokens'),
    contracts: query.addresses('collection', 'contract'),
    excluded: query.addresses('excludeCollections'),
    name: query.text('tokenName', 100),
    onlyListed: query.flag('onlyListed'),
    sortBy,
    nativeLike: prices.nativeLike,
    descending: query.oneOf('sortDirection', ['asc', 'desc'] as const, 'desc') === 'desc',
    limit: query.limit(20, 200),
    after: query.continuation(part.whole, part.address, part.integer),
    now,
  })
  const [bases, ownListings, onSale, ownBids, sales, ownFloors] = await Promise.all([
    readTokens(db, config.id, holdings),
    readFloors(db, config.id, holdings, prices.nativeLike, now, { maker: owner, normalized }),
    unitsOnSale(db, config.id, owner, holdings, now),
    query.flag('includeTopBid')
      ? readTopBids(db, config.id, holdings, prices.nativeLike, now, normalized)
      : undefined,
    query.flag('includeLastSale') ? readLastSales(db, config.id, holdings) : undefined,
    collectionFloors(
      scope,
      holdings.map(({ contract }) => contract),
      prices,
      now,
      normalized,
    ),
  ])
  const every = [...ownListings.values(), ...(ownBids?.values() ?? []), ...ownFloors.values()]
  const normalize = await normalizer(query, scope, every)
  const own = normalizeAll(ownListings, normalize)
  const topBids = ownBids === undefined ? undefined : normalizeAll(ownBids, normalize)
  const floorOf = (contract: Address) => {
    const floor = ownFloors.get(contract)
    return floor === undefined ? undefined : normalize(floor)
  }
  const tokens = holdings.flatMap((holding) => {
    const key = keyOf(holding)
    const base = bases.get(key)
    if (base === undefined) return []
    return [
      holdingView(base, holding, {
        chainId: config.id,
        prices,
        onSale: onSale.get(key) ?? 0n,
        own: own.get(key),
        floor: floorOf(holding.contract),
        topBid: topBids === undefined ? undefined : { order: topBids.get(key) },
        lastSale: sales?.get(key),
        rawData: query.flag('includeRawData'),
        attributes: query.flag('includeAttributes'),
      }),
    ]
  })
  return { tokens, continuation: encodeContinuation(next) }
}

async function heldCollections(c: Context, scope: Scope, base: PriceViews) {
  const { db, config, clock } = scope.chain
  const query = readQuery(c)
  const prices = base.shownIn(query.address('displayCurrency'))
  const now = Math.floor(clock() / 1000)
  if (ofNoSet(query)) return { collections: [] }
  const held = await listHeldCollections(db, config.id, {
    owner: userParam(c),
    contracts: query.addresses('collection'),
    excluded: query.addresses('excludeCollections'),
    offset: query.number('offset') ?? 0,
    limit: query.limit(20, 100),
    now,
  })
  if (held.length === 0) return { collections: [] }
  const { collections } = await describeCollections(scope, prices, {
    contracts: held.map(({ contract }) => contract),
    sortBy: 'createdAt',
    descending: true,
    limit: held.length,
    nativeLike: prices.nativeLike,
    now,
  })
  const lines = held.flatMap(({ contract, tokens, onSale }) => {
    const collection = collections.find(({ id }) => id === contract)
    if (collection === undefined) return []
    const { topBid, floorAsk, ...rest } = collection
    return [
      {
        collection: {
          ...rest,
          floorAskPrice: floorAsk.price,
          topBidValue: topBid.price,
          topBidMaker: topBid.maker,
          topBidSourceDomain: topBid.sourceDomain,
        },
        ownership: { tokenCount: tokens.toString(), onSaleCount: onSale.toString(), liquidCount: null },
      },
    ]
  })
  return { collections: lines }
}

/** What an account holds. */
export function userRoutes(app: Hono, scope: Scope): void {
  const prices = createPriceViews(scope)
  for (const path of [routes.userTokens.path.replace('{user}', ':user'), '/users/:user/tokens/v7'])
    app.get(path, async (c) => c.json(await holdingsPage(c, scope, prices)))
  for (const version of ['v3', 'v4'])
    app.get(`/users/:user/collections/${version}`, async (c) =>
      c.json(await heldCollections(c, scope, prices)),
    )
}
