import { ParseError, routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import type { Address } from 'viem'
import { ofNoSet, userParam } from '../../http/pathParameters.ts'
import { encodeContinuation, part, type Query, readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import { readCoverage } from '../../storage/orders/coverage.ts'
import {
  type ListedOrder,
  listOrders,
  type OrderQuery,
  type OrderStatus,
  orderTypes,
  type ShownOrder,
} from '../../storage/pages/orderPages.ts'
import { normalizer } from '../../views/normalizeRoyalties.ts'
import { orderJsonText, statusOf } from '../../views/orderView.ts'
import { createPriceViews, type PriceViews } from '../../views/priceView.ts'

const statusWords = ['active', 'inactive', 'expired', 'cancelled', 'filled', 'any', 'valid'] as const
const sorts = ['createdAt', 'price', 'updatedAt', 'floorAskPrice'] as const
const sets = ['community', 'collectionsSetId', 'contractsSetId']

/** Statuses that the filter allows: what is not named by id or maker shows only what is open. */
function statusesOf(query: Query, named: boolean, contracts: boolean): readonly OrderStatus[] | undefined {
  const status = query.oneOf('status', statusWords, named ? 'any' : 'active')
  if (status !== 'active' && !named && !contracts)
    throw new ParseError('The request', 'status', 'must be active unless ids, maker or contracts are given')
  if (status === 'any') return undefined
  if (status === 'valid') return ['active', 'inactive']
  return [status]
}

type Fixed = { readonly side: OrderQuery['side']; readonly maker?: Address; readonly maxLimit: number }

/** The one attribute that offers are asked for by. */
function attributeOf(query: Query): OrderQuery['attribute'] {
  const [entry] = query.map('attribute')
  const value = entry?.[1][0]
  return entry === undefined || value === undefined ? undefined : { key: entry[0], value }
}

const pageText = (orders: readonly string[], next: readonly string[] | undefined): string =>
  `{"orders":[${orders.join(',')}],"continuation":${JSON.stringify(encodeContinuation(next))}}`

/**
 * Whether the maker's money and allowance pay an open offer together with the offers of theirs that come first: `null`
 * where it is not known, `undefined` for listings and for what is over.
 */
async function coverageOf(
  { db, config }: Scope['chain'],
  orders: readonly ListedOrder[],
  now: number,
): Promise<(order: ShownOrder) => boolean | null | undefined> {
  const active = orders.flatMap(({ order }) =>
    order.side === 'buy' && statusOf(order, now) === 'active' ? [order.id] : [],
  )
  const covered = await readCoverage(db, config.id, active, now)
  return (order) => {
    if (order.side === 'sell') return undefined
    const status = statusOf(order, now)
    if (status === 'inactive') return false
    return status === 'active' ? (covered.get(order.id) ?? null) : undefined
  }
}

async function page(c: Context, scope: Scope, base: PriceViews, fixed: Fixed): Promise<string> {
  const { chain } = scope
  const query = readQuery(c)
  const prices = base.shownIn(query.address('displayCurrency'))
  if (ofNoSet(query, sets)) return pageText([], undefined)
  const types = [...orderTypes, 'any'] as const
  const type = query.oneOf('orderType', types, query.oneOf('type', types, 'any'))
  const ids = query.hashes('ids')
  const [token] = query.tokens('token')
  const maker = fixed.maker ?? query.address('maker')
  const contracts = query.addresses('contracts', 'contract', 'collection')
  const asked = query.oneOf('sortBy', sorts, 'createdAt')
  const sortBy = asked === 'floorAskPrice' ? 'price' : asked
  const cheapFirst = sortBy === 'price' && fixed.side === 'sell'
  const descending =
    query.oneOf('sortDirection', ['asc', 'desc'] as const, cheapFirst ? 'asc' : 'desc') === 'desc'
  const now = Math.floor(chain.clock() / 1000)
  const value = sortBy === 'price' ? part.integer : part.moment
  const rawData = query.flag('includeRawData')
  const criteria = query.flag('includeCriteriaMetadata')
  const { orders, next } = await listOrders(chain.db, chain.config.id, {
    side: fixed.side,
    ids,
    maker,
    contracts,
    token,
    tokenSetId: query.text('tokenSetId', 200),
    sources: query.texts('source', 253).concat(query.texts('sources', 253)),
    excludedSources: query.texts('excludeSources', 253),
    currencies: query.addresses('currencies'),
    attribute: attributeOf(query),
    type: type === 'any' ? undefined : type,
    since: query.number('startTimestamp'),
    until: query.number('endTimestamp'),
    statuses: statusesOf(query, ids.length > 0 || maker !== undefined, contracts.length > 0),
    sortBy,
    descending,
    normalized: query.flag('normalizeRoyalties'),
    includePrivate: query.flag('includePrivate', ids.length > 0 || maker !== undefined),
    whole: rawData,
    named: criteria,
    limit: query.limit(50, fixed.maxLimit),
    after: query.continuation(value, part.hash),
    now,
  })
  const options = { now, criteria, rawData }
  const normalize = await normalizer(
    query,
    scope,
    orders.map(({ order }) => order),
  )
  const coverage = await coverageOf(chain, orders, now)
  return pageText(
    orders.map((one) => {
      const shown = { ...one, order: normalize(one.order) }
      return orderJsonText(shown, prices, { ...options, isCovered: coverage(one.order) })
    }),
    next,
  )
}

/** Listings and offers: `/orders/asks/v5`, `/orders/bids/v6` and a user's own. */
export function orderBookRoutes(app: Hono, scope: Scope): void {
  const prices = createPriceViews(scope)
  const answer = async (c: Context, fixed: Omit<Fixed, 'maxLimit'>): Promise<Response> =>
    c.body(await page(c, scope, prices, { ...fixed, maxLimit: 1000 }), 200, {
      'content-type': 'application/json',
    })
  app.get(routes.asks.path, (c) => answer(c, { side: 'sell' }))
  app.get(routes.bids.path, (c) => answer(c, { side: 'buy' }))
  app.get(routes.userAsks.path.replace('{user}', ':user'), (c) =>
    answer(c, { side: 'sell', maker: userParam(c) }),
  )
  app.get(routes.userBids.path.replace('{user}', ':user'), (c) =>
    answer(c, { side: 'buy', maker: userParam(c) }),
  )
}
