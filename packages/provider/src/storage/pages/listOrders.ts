import type { OrderComponents } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { type Database, nextAfter } from '../connection/database.ts'
import type { Cells } from '../connection/hotQueries.ts'
import { componentsOf, type RawComponents, type StoredOrder } from '../orders/orders.ts'
import { type OrderQuery, pageSql } from './orderPageSql.ts'

/** The fields of an order in lists, without most of what was signed, which is by far the largest part. */
export type ShownOrder = Omit<
  StoredOrder,
  'tokenId' | 'gross' | 'conduit' | 'components' | 'signature' | 'signedBy' | 'createdAt' | 'updatedAt'
> & {
  readonly tokenId: string | undefined
  readonly zone: Address
  /** Unix seconds; an order without an end has a time beyond any calendar. */
  readonly startTime: number
  readonly endTime: number
  /** Present if the price changes, or if all fields are requested. */
  readonly components: OrderComponents | undefined
  readonly signature: Hex | undefined
  /** ISO 8601, to the millisecond. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** An order with the names of its criteria; all null unless requested. */
export type ListedOrder = {
  readonly order: ShownOrder
  readonly tokenName: string | null
  readonly tokenImage: string | null
  readonly collectionName: string | null
  readonly collectionImage: string | null
  readonly attribute: { readonly key: string; readonly value: string } | null
  /** Its value of the page's sort key. */
  readonly place: string | null
}

/** A timestamp in Postgres's format, as JSON has it: in UTC, to the millisecond. */
function momentOf(text: string): string {
  const [, day, time, fraction = ''] = /^([0-9-]{10}) ([0-9:]{8})(?:\.([0-9]+))?\+00$/.exec(text) ?? []
  if (day !== undefined) return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
  return new Date(text.replace(' ', 'T').replace(/([+-][0-9]{2})$/, '$1:00')).toISOString()
}

/** Reads rows of {@link pageSql} of one query. */
function readerOf({ whole, named }: Pick<OrderQuery, 'whole' | 'named'>): (cells: Cells) => ListedOrder {
  return (cells) => {
    let at = 0
    const maybe = (): string | null => cells[at++] ?? null
    const text = <T extends string = string>(): T => maybe() as T
    const optional = <T extends string = string>(): T | undefined => (maybe() as T | null) ?? undefined
    const order: ShownOrder = {
      id: text<Hex>(),
      side: text<ShownOrder['side']>(),
      version: text() === 'seaport-v1.5' ? '1.5' : '1.6',
      maker: text<Address>(),
      taker: optional<Address>(),
      contract: text<Address>(),
      tokenId: optional(),
      tokenKind: text<ShownOrder['tokenKind']>(),
      tokenSetId: text(),
      currency: text<Address>(),
      unitPrice: BigInt(text()),
      unitNet: BigInt(text()),
      quantity: BigInt(text()),
      filled: BigInt(text()),
      startTime: Number(text()),
      endTime: Number(text()),
      zone: text<Address>(),
      feeBps: Number(text()),
      fees: JSON.parse(text()) as ShownOrder['fees'],
      source: optional(),
      fillability: text(),
      approval: text(),
      createdAt: momentOf(text()),
      updatedAt: momentOf(text()),
      components: jsonOf(maybe()),
      signature: whole ? text<Hex>() : undefined,
    }
    const name = (): string | null => (named ? maybe() : null)
    const [tokenName, tokenImage, collectionName, collectionImage] = [name(), name(), name(), name()]
    // Only an offer can be for any token with an attribute.
    const [key, value] = order.side === 'buy' ? [maybe(), maybe()] : [null, null]
    const attribute = key === null || value === null ? null : { key, value }
    return { order, tokenName, tokenImage, collectionName, collectionImage, attribute, place: maybe() }
  }
}

const jsonOf = (text: string | null): OrderComponents | undefined =>
  text === null ? undefined : componentsOf(JSON.parse(text) as RawComponents)

/** Maximum of orders to read: the next of a few sizes, each of which has a plan of its own. */
const sizes = [1, 5, 20, 50, 100, 200, 500, 1000] as const

/** The parts of a query that determine its SQL. */
const shapeOf = (chainId: number, query: OrderQuery, size: number): string =>
  [
    ...['orders', chainId, query.side, size, query.sortBy, query.descending, query.normalized === true],
    ...[query.ids.length > 0, query.maker !== undefined, Math.min(query.contracts.length, 2)],
    ...[query.token !== undefined, query.tokenSetId !== undefined, query.sources.length > 0],
    ...[query.includePrivate, (query.excludedSources ?? []).length > 0, (query.currencies ?? []).length > 0],
    ...[query.attribute !== undefined, query.type, query.since !== undefined, query.until !== undefined],
    ...[query.whole, query.named, query.statuses?.toSorted().join('+') ?? 'any', query.after !== undefined],
  ].join('|')

/** The values of the query, without lists. */
const types = {
  maker: 'text',
  contract: 'text',
  tokenContract: 'text',
  tokenId: 'numeric',
  tokenSet: 'text',
  contractSet: 'text',
  tokenSetId: 'text',
  attributeKey: 'text',
  attributeValue: 'text',
  since: 'bigint',
  until: 'bigint',
  now: 'bigint',
  after: 'text',
  afterId: 'text',
}

/** A page of listings or offers, and the start of the next one if this one is full. */
export async function listOrders(
  db: Database,
  chainId: number,
  query: OrderQuery,
): Promise<{ readonly orders: readonly ListedOrder[]; readonly next: readonly string[] | undefined }> {
  const { ids, contracts, token, sources, limit, after } = query
  const { excludedSources = [], currencies = [] } = query
  const size = sizes.find((one) => one >= limit) ?? limit
  const lists = [ids, contracts.slice(1), sources, excludedSources, currencies]
  const rows = await db.shared({
    shape: shapeOf(chainId, query, size),
    build: (value) => pageSql(chainId, query, size, value),
    types: lists.every(({ length }) => length === 0) ? types : undefined,
    values: {
      maker: query.maker,
      contract: contracts[0],
      contracts: [...contracts],
      ids: [...ids],
      tokenContract: token?.contract,
      tokenId: token?.tokenId.toString(),
      tokenSet: token === undefined ? undefined : `token:${token.contract}:${token.tokenId}`,
      contractSet: token === undefined ? undefined : `contract:${token.contract}`,
      tokenSetId: query.tokenSetId,
      sources: [...sources],
      excludedSources: [...excludedSources],
      currencies: [...currencies],
      attributeKey: query.attribute?.key,
      attributeValue: query.attribute?.value,
      since: query.since,
      until: query.until,
      now: query.now,
      after: after?.[0],
      afterId: after?.[1],
    },
  })
  const orders = rows.slice(0, limit).map(readerOf(query))
  return { orders, next: nextAfter(orders, limit, ({ place, order }) => [place ?? '', order.id]) }
}
