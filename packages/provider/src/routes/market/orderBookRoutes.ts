import { marketOrder, ParseError, routes } from '@sluice/wire'
import type { Context } from 'hono'
import type { Address } from 'viem'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import {
  type ParameterValues,
  param,
  withAliases,
  withDefault,
  withoutEffect,
} from '../../http/parameters.ts'
import {
  asksForSet,
  contractSetParameters,
  direction,
  paged,
  priceParameters,
} from '../../http/sharedParameters.ts'
import { readCoverage } from '../../storage/orders/readCoverage.ts'
import { type ListedOrder, listOrders, type ShownOrder } from '../../storage/pages/listOrders.ts'
import { type OrderQuery, type OrderStatus, orderTypes } from '../../storage/pages/orderPageSql.ts'
import { unixTime } from '../../unixTime.ts'
import { normalizer } from '../../views/normalizeRoyalties.ts'
import { orderJsonText, statusOf } from '../../views/orderView.ts'
import { pageOf } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import type { RouteContext } from '../routeContexts.ts'

const filters = {
  ids: param.hashes,
  token: param.tokens,
  tokenSetId: param.text(200),
  maker: param.address,
  contracts: param.addresses,
  contract: param.addresses,
  collection: param.addresses,
  source: param.texts(253),
  sources: param.texts(253),
  excludeSources: param.texts(253),
  currencies: param.addresses,
  attribute: param.map({ keys: 10, values: 50, length: 200 }),
  orderType: param.oneOf(...orderTypes),
  type: param.oneOf(...orderTypes),
  startTimestamp: param.integer,
  endTimestamp: param.integer,
  ...contractSetParameters,
  ...priceParameters,
  status: param.oneOf('active', 'inactive', 'expired', 'cancelled', 'filled', 'any', 'valid'),
  sortBy: withDefault(
    withAliases(param.oneOf('createdAt', 'price', 'updatedAt', 'floorAskPrice'), {
      floorAskPrice: 'price',
    }),
    'createdAt',
  ),
  ...direction,
  includePrivate: param.optionalFlag,
  includeCriteriaMetadata: param.flag,
  includeRawData: param.flag,
  ...paged(1000, 50),
}
const accountFilters = {
  ...filters,
  maker: withoutEffect(param.address, 'the path names the account.'),
}
type Query = ParameterValues<typeof accountFilters>

/** The requested statuses: an order that is not requested by id or maker is shown only while it is open. */
function statusesOf(
  { status: given, contracts, contract, collection }: Query,
  named: boolean,
): readonly OrderStatus[] | undefined {
  const status = given ?? (named ? 'any' : 'active')
  const ofContracts = contracts.length + contract.length + collection.length > 0
  if (status !== 'active' && !named && !ofContracts)
    throw new ParseError('The request', 'status', 'must be active unless ids, maker or contracts are given')
  if (status === 'any') return undefined
  if (status === 'valid') return ['active', 'inactive']
  return [status]
}

/** The attribute that offers are filtered by. */
function attributeOf(query: Query): OrderQuery['attribute'] {
  const [entry] = query.attribute
  const value = entry?.[1][0]
  return entry === undefined || value === undefined ? undefined : { key: entry[0], value }
}

/**
 * Whether the maker's balance and allowance pay an open offer together with the maker's offers that come first: `null`
 * if it is unknown, `undefined` for listings and for offers that have ended. Only for lists of one maker and of
 * given orders: all open offers of each maker are read for it.
 */
async function coverageOf(
  { db, config }: RouteContext['chain'],
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

/** One page of orders as JSON text: lists are most of the traffic, so that no object is built for it. */
async function page(
  c: Context,
  { chain, prices: base }: RouteContext,
  query: Query,
  side: OrderQuery['side'],
  maker: Address | undefined,
): Promise<Response> {
  const send = (orders: readonly string[], next: readonly string[] | undefined): Response =>
    c.body(
      `{"orders":[${orders.join(',')}],"continuation":${JSON.stringify(encodeContinuation(next))}}`,
      200,
      { 'content-type': 'application/json' },
    )
  if (asksForSet(query)) return send([], undefined)
  const prices = base.shownIn(query.displayCurrency)
  const now = unixTime(chain.clock)
  const { ids, sortBy, includeRawData: rawData, includeCriteriaMetadata: criteria } = query
  const { sortDirection = sortBy === 'price' && side === 'sell' ? 'asc' : 'desc' } = query
  const named = ids.length > 0 || maker !== undefined
  const { orders, next } = await listOrders(chain.db, chain.config.id, {
    side,
    ids,
    maker,
    contracts: [...query.contracts, ...query.contract, ...query.collection],
    token: query.token[0],
    tokenSetId: query.tokenSetId,
    sources: [...query.source, ...query.sources],
    excludedSources: query.excludeSources,
    currencies: query.currencies,
    attribute: attributeOf(query),
    type: query.orderType ?? query.type,
    since: query.startTimestamp,
    until: query.endTimestamp,
    statuses: statusesOf(query, named),
    sortBy,
    descending: sortDirection === 'desc',
    normalized: query.normalizeRoyalties,
    includePrivate: query.includePrivate ?? named,
    whole: rawData,
    named: criteria,
    limit: query.limit,
    after: readContinuation(
      query.continuation,
      sortBy === 'price' ? part.unsigned : part.timestamp,
      part.hash,
    ),
    now,
  })
  const normalize = await normalizer(
    query.normalizeRoyalties,
    chain,
    orders.map(({ order }) => order),
  )
  const coverage = named ? await coverageOf(chain, orders, now) : () => undefined
  return send(
    orders.map((one) => {
      const shown = { ...one, order: normalize(one.order) }
      return orderJsonText(shown, prices, {
        now,
        criteria,
        rawData,
        zone: chain.config.zone,
        isCovered: coverage(one.order),
      })
    }),
    next,
  )
}

const listRoute = (name: 'asks' | 'bids', summary: string, side: OrderQuery['side']) =>
  defineRoute({
    method: 'GET',
    path: routes[name].path,
    summary,
    answer: pageOf('orders', marketOrder),
    fromReplica: true,
    query: filters,
    handler: ({ query, context, c }) => page(c, context, query, side, query.maker),
  })

const accountRoute = (name: 'userAsks' | 'userBids', summary: string, side: OrderQuery['side']) =>
  defineRoute({
    method: 'GET',
    path: routes[name].path,
    summary,
    answer: pageOf('orders', marketOrder),
    fromReplica: true,
    query: accountFilters,
    handler: ({ path: { user }, query, context, c }) => page(c, context, query, side, user),
  })

/** Listings and offers, of all accounts and of one account. */
export const orderBookRoutes = [
  listRoute('asks', 'Listings.', 'sell'),
  listRoute('bids', 'Offers.', 'buy'),
  accountRoute('userAsks', 'Listings of an account.', 'sell'),
  accountRoute('userBids', 'Offers of an account.', 'buy'),
]
