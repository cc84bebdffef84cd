import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { type Cells, type Database, type SQL, sql, type ValueOf } from '../connection/database.ts'
import { askPrice, bidNet } from '../orders/normalizedPrice.ts'
import { componentsOf, type RawComponents, type StoredOrder } from '../orders/orders.ts'

export type OrderStatus = 'active' | 'inactive' | 'expired' | 'cancelled' | 'filled'

/** What an offer is for; listings are all for a token. */
export const orderTypes = ['token', 'collection', 'attribute', 'custom'] as const
export type OrderType = (typeof orderTypes)[number]

export type OrderQuery = {
  readonly side: 'sell' | 'buy'
  readonly ids: readonly Hex[]
  readonly maker?: Address | undefined
  readonly contracts: readonly Address[]
  readonly token?: { readonly contract: Address; readonly tokenId: bigint } | undefined
  readonly tokenSetId?: string | undefined
  readonly sources: readonly string[]
  readonly excludedSources?: readonly string[]
  readonly currencies?: readonly Address[]
  /** Of offers: for tokens with this attribute of a collection, and no others. */
  readonly attribute?: { readonly key: string; readonly value: string } | undefined
  readonly type?: OrderType | undefined
  /** Unix seconds, of the time that the page is sorted by. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** `undefined` for any. */
  readonly statuses: readonly OrderStatus[] | undefined
  readonly sortBy: 'createdAt' | 'updatedAt' | 'price'
  readonly descending: boolean
  /** Whether prices are compared with the royalties that orders leave out. */
  readonly normalized?: boolean
  readonly includePrivate: boolean
  /** With all that was signed. */
  readonly whole: boolean
  /** With the names of token, collection and attribute. */
  readonly named: boolean
  readonly limit: number
  /** Sort value and id of the last order that was seen. */
  readonly after?: readonly string[] | undefined
  /** Unix seconds. */
  readonly now: number
}

/** What lists show of an order: not the whole of what was signed, which is by far the most of it. */
export type ShownOrder = Pick<
  StoredOrder,
  | 'id'
  | 'side'
  | 'maker'
  | 'taker'
  | 'contract'
  | 'tokenKind'
  | 'tokenSetId'
  | 'currency'
  | 'unitPrice'
  | 'unitNet'
  | 'quantity'
  | 'filled'
  | 'feeBps'
  | 'fees'
  | 'source'
  | 'fillability'
  | 'approval'
> & {
  readonly version: SeaportVersion
  readonly tokenId: string | undefined
  readonly zone: Address
  /** Unix seconds; an order without an end lies beyond any calendar. */
  readonly startTime: number
  readonly endTime: number
  /** Where the price moves, or where everything is asked for. */
  readonly components: OrderComponents | undefined
  readonly signature: Hex | undefined
  /** ISO 8601, to the millisecond. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** An order with the names that its criteria show; all null where they were not asked for. */
export type ListedOrder = {
  readonly order: ShownOrder
  readonly tokenName: string | null
  readonly tokenImage: string | null
  readonly collectionName: string | null
  readonly collectionImage: string | null
  readonly attribute: { readonly key: string; readonly value: string } | null
  /** Its value in what the page is sorted by. */
  readonly place: string | null
}

/** Whether the row is in a state; expiry is by the clock even before the sweep has written it down. */
function statusIs(status: OrderStatus, value: ValueOf): SQL {
  const now = sql`${value('now')}::bigint`
  const open = sql`o.fillability in ('fillable', 'no-balance') and o.end_time > ${now}`
  switch (status) {
    case 'active':
      return sql`(o.fillability = 'fillable' and o.approval = 'approved' and o.end_time > ${now})`
    case 'inactive':
      return sql`(${open} and not (o.fillability = 'fillable' and o.approval = 'approved'))`
    case 'expired':
      return sql`(o.fillability = 'expired' or (o.fillability in ('fillable', 'no-balance') and o.end_time <= ${now}))`
    case 'cancelled':
    case 'filled':
      return sql`o.fillability = ${sql.raw(`'${status}'`)}`
    default:
      return status satisfies never
  }
}

/** A moment to the microsecond, as text that sorts and compares like the column. */
const momentKey = (column: SQL): SQL =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

const sortColumn = ({ sortBy, side, normalized }: OrderQuery): SQL => {
  if (sortBy === 'price') return side === 'sell' ? askPrice(normalized) : bidNet(normalized)
  return sortBy === 'createdAt' ? sql`o.created_at` : sql`o.updated_at`
}

function afterKey(query: OrderQuery, value: ValueOf): SQL {
  if (query.after === undefined) return sql`true`
  const after = value('after')
  const key =
    query.sortBy === 'price' ? sql`${after}::numeric` : sql`(${after}::timestamp at time zone 'utc')`
  const than = query.descending ? sql`<` : sql`>`
  return sql`(${sortColumn(query)}, o.id) ${than} (${key}, ${value('afterId')}::text)`
}

/** What an order is for, by the set of tokens that it names. */
function typeIs(type: OrderType): SQL {
  const named = sql`exists (select 1 from token_sets s where s.chain_id = o.chain_id and s.id = o.token_set_id
    and s.attribute_key is not null)`
  switch (type) {
    case 'token':
      return sql`o.token_id is not null`
    case 'collection':
      return sql`o.token_set_id like 'contract:%'`
    case 'attribute':
      return sql`o.token_set_id like 'list:%' and ${named}`
    case 'custom':
      return sql`o.token_set_id like 'list:%' and not ${named}`
    default:
      return type satisfies never
  }
}

const moment = ({ sortBy }: OrderQuery): SQL =>
  sortBy === 'updatedAt' ? sql`o.updated_at` : sql`o.created_at`

/** Filters that few requests name. */
function rareFilters(query: OrderQuery, value: ValueOf): SQL {
  const { excludedSources = [], currencies = [], attribute, type, since, until } = query
  const given = (condition: boolean, text: () => SQL): SQL => (condition ? sql` and ${text()}` : sql``)
  return sql.join([
    given(
      excludedSources.length > 0,
      () => sql`(o.source is null or o.source <> all(${value('excludedSources')}::text[]))`,
    ),
    given(currencies.length > 0, () => sql`o.currency = any(${value('currencies')}::text[])`),
    given(
      attribute !== undefined,
      () => sql`o.token_set_id in (select s.id from token_sets s where s.chain_id = o.chain_id and s.contract = o.contract
        and s.attribute_key = ${value('attributeKey')}::text and s.attribute_value = ${value('attributeValue')}::text)`,
    ),
    type === undefined ? sql`` : given(true, () => typeIs(type)),
    given(since !== undefined, () => sql`${moment(query)} >= to_timestamp(${value('since')}::bigint)`),
    given(until !== undefined, () => sql`${moment(query)} <= to_timestamp(${value('until')}::bigint)`),
  ])
}

/** The chain is written into the text: its partition alone is planned for. */
const chain = (chainId: number): SQL => sql.raw(String(Number(chainId)))

/**
 * The sets of tokens whose orders a token filter means: for listings the token's own, for offers every set that
 * holds it. Each is walked by itself along its index.
 */
const setsOf = (chainId: number, value: ValueOf): SQL => sql`
  select ${value('tokenSet')}::text as id union all select ${value('contractSet')}::text union all
  select s.id from token_sets s
  where s.chain_id = ${chain(chainId)} and s.contract = ${value('tokenContract')}
    and s.token_ids @> array[${value('tokenId')}::numeric]`

/** The columns of every row, in their order; what only some requests ask for stands behind them. */
const shownColumns = [
  ...[
    'id',
    'side',
    'kind',
    'maker',
    'taker',
    'contract',
    'token_id',
    'token_kind',
    'token_set_id',
    'currency',
  ],
  ...['unit_price', 'unit_net', 'quantity', 'filled', 'start_time', 'end_time', 'zone', 'fee_bps', 'fees'],
  ...['source', 'fillability', 'approval', 'created_at', 'updated_at'],
] as const
const shownSql = sql.raw(shownColumns.map((name) => `o.${name}`).join(', '))

/** A moment as Postgres writes it, as JSON does: in UTC, to the millisecond. */
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

/** The page's SQL; it depends on which filters there are, never on their values. */
function pageSql(chainId: number, query: OrderQuery, limit: number, value: ValueOf): SQL {
  const { side, ids, maker, contracts, token, tokenSetId, sources, statuses } = query
  const direction = query.descending ? sql`desc` : sql`asc`
  const given = (condition: boolean, text: () => SQL): SQL => (condition ? text() : sql``)
  const order = sql`order by ${sortColumn(query)} ${direction}, o.id ${direction}`
  const page = (more: SQL) => sql`
    select * from orders o
    where o.chain_id = ${chain(chainId)} and o.side = ${sql.raw(side === 'sell' ? "'sell'" : "'buy'")} ${more}
      ${given(ids.length > 0, () => sql`and o.id = any(${value('ids')}::text[])`)}
      ${given(maker !== undefined, () => sql`and o.maker = ${value('maker')}`)}
      ${given(contracts.length === 1, () => sql`and o.contract = ${value('contract')}`)}
      ${given(contracts.length > 1, () => sql`and o.contract = any(${value('contracts')}::text[])`)}
      ${given(tokenSetId !== undefined, () => sql`and o.token_set_id = ${value('tokenSetId')}`)}
      ${given(sources.length > 0, () => sql`and o.source = any(${value('sources')}::text[])`)}
      ${rareFilters(query, value)}
      ${given(!query.includePrivate, () => sql`and o.taker is null`)}
      ${
        statuses === undefined
          ? sql``
          : sql`and (${sql.join(
              statuses.map((status) => statusIs(status, value)),
              sql` or `,
            )})`
      }
      and ${afterKey(query, value)}
    ${order} limit ${sql.raw(String(limit))}`
  const found =
    token === undefined
      ? page(sql``)
      : side === 'sell'
        ? page(sql`and o.contract = ${value('tokenContract')} and o.token_id = ${value('tokenId')}::numeric`)
        : sql`select o.* from (${setsOf(chainId, value)}) sets cross join lateral (
            ${page(sql`and o.token_set_id = sets.id`)}) o ${order} limit ${sql.raw(String(limit))}`
  // Two look-ups for each order, which make up most of the page where nobody asks for the names.
  const names = query.named
    ? {
        columns: sql`t.name as token_name, t.image as token_image, c.name as collection_name, c.image as collection_image,`,
        tables: sql`
    left join tokens t on t.chain_id = o.chain_id and t.contract = o.contract and t.token_id = o.token_id
    left join collections c on c.chain_id = o.chain_id and c.contract = o.contract`,
      }
    : { columns: sql``, tables: sql`` }
  const attribute =
    side === 'buy'
      ? {
          columns: sql`s.attribute_key, s.attribute_value,`,
          tables: sql`
    left join token_sets s on o.token_set_id like 'list:%' and s.chain_id = o.chain_id and s.id = o.token_set_id`,
        }
      : { columns: sql``, tables: sql`` }
  const place =
    query.sortBy !== 'price'
      ? momentKey(sortColumn(query))
      : query.normalized === true
        ? sql`${sortColumn(query)}::text`
        : sql`${side === 'sell' ? sql`o.unit_price` : sql`o.unit_net`}`
  return sql`
    select ${shownSql},
      ${query.whole ? sql`o.components, o.signature` : sql`case when o.moving then o.components end as components`},
      ${names.columns} ${attribute.columns} ${place} as place
    from (${found}) o${names.tables}${attribute.tables}
    ${order}`
}

/** How many orders are looked for: the next of a few sizes, each of which has a plan of its own. */
const sizes = [1, 5, 20, 50, 100, 200, 500, 1000] as const

/** What of a query tells its text. */
const shapeOf = (chainId: number, query: OrderQuery, size: number): string =>
  [
    ...['orders', chainId, query.side, size, query.sortBy, query.descending, query.normalized === true],
    ...[query.ids.length > 0, query.maker !== undefined, Math.min(query.contracts.length, 2)],
    ...[query.token !== undefined, query.tokenSetId !== undefined, query.sources.length > 0],
    ...[query.includePrivate, (query.excludedSources ?? []).length > 0, (query.currencies ?? []).length > 0],
    ...[query.attribute !== undefined, query.type, query.since !== undefined, query.until !== undefined],
    ...[query.whole, query.named, query.statuses?.toSorted().join('+') ?? 'any', query.after !== undefined],
  ].join('|')

/** Of the values that a page is asked by; lists have no place among them. */
const types = {
  ...{ maker: 'text', contract: 'text', tokenContract: 'text', tokenId: 'numeric', tokenSet: 'text' },
  ...{ contractSet: 'text', tokenSetId: 'text', attributeKey: 'text', attributeValue: 'text' },
  ...{ since: 'bigint', until: 'bigint', now: 'bigint', after: 'text', afterId: 'text' },
}

/** A page of listings or offers, and where the next begins when this one is full. */
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
  const last = orders.at(-1)
  const next = last === undefined || orders.length < limit ? undefined : [last.place ?? '', last.order.id]
  return { orders, next }
}
