import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { type Database, type Row, type SQL, sql } from './db.ts'
import { askPrice, bidNet } from './normalizedPrice.ts'
import { componentsOf, type RawComponents, type StoredOrder } from './orders.ts'

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
  | 'createdAt'
  | 'updatedAt'
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
}

/** An order with the names that its criteria show; all null where they were not asked for. */
export type ListedOrder = {
  readonly order: ShownOrder
  readonly tokenName: string | null
  readonly tokenImage: string | null
  readonly collectionName: string | null
  readonly collectionImage: string | null
  readonly attribute: { readonly key: string; readonly value: string } | null
}

type ListedRow = Row & {
  token_name?: string | null
  token_image?: string | null
  collection_name?: string | null
  collection_image?: string | null
  attribute_key?: string | null
  attribute_value?: string | null
  place: string | null
  unit_price: string
  unit_net: string
  id: string
}

/** Whether the row is in a state; expiry is by the clock even before the sweep has written it down. */
function statusIs(status: OrderStatus): SQL {
  const now = sql`${sql.placeholder('now')}::bigint`
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

function afterKey(query: OrderQuery): SQL {
  if (query.after === undefined) return sql`true`
  const value = sql.placeholder('after')
  const key =
    query.sortBy === 'price' ? sql`${value}::numeric` : sql`(${value}::timestamp at time zone 'utc')`
  const than = query.descending ? sql`<` : sql`>`
  return sql`(${sortColumn(query)}, o.id) ${than} (${key}, ${sql.placeholder('afterId')}::text)`
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
function rareFilters(query: OrderQuery): SQL {
  const { excludedSources = [], currencies = [], attribute, type, since, until } = query
  const given = (condition: boolean, text: SQL): SQL => (condition ? sql` and ${text}` : sql``)
  return sql.join([
    given(
      excludedSources.length > 0,
      sql`(o.source is null or o.source <> all(${sql.placeholder('excludedSources')}::text[]))`,
    ),
    given(currencies.length > 0, sql`o.currency = any(${sql.placeholder('currencies')}::text[])`),
    given(
      attribute !== undefined,
      sql`o.token_set_id in (select s.id from token_sets s where s.chain_id = o.chain_id and s.contract = o.contract
        and s.attribute_key = ${sql.placeholder('attributeKey')}::text and s.attribute_value = ${sql.placeholder('attributeValue')}::text)`,
    ),
    type === undefined ? sql`` : given(true, typeIs(type)),
    given(since !== undefined, sql`${moment(query)} >= to_timestamp(${sql.placeholder('since')}::bigint)`),
    given(until !== undefined, sql`${moment(query)} <= to_timestamp(${sql.placeholder('until')}::bigint)`),
  ])
}

/**
 * The sets of tokens whose orders a token filter means: for listings the token's own, for offers every set that
 * holds it. Each is walked by itself along its index.
 */
const setsOf = (): SQL => sql`
  select ${sql.placeholder('tokenSet')}::text as id union all select ${sql.placeholder('contractSet')}::text union all
  select s.id from token_sets s
  where s.chain_id = ${sql.placeholder('chainId')} and s.contract = ${sql.placeholder('tokenContract')}
    and s.token_ids @> array[${sql.placeholder('tokenId')}::numeric]`

const shownColumns = sql.raw(
  [
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
  ]
    .map((name) => `o.${name}`)
    .join(', '),
)

function shownOf(row: Row): ShownOrder {
  const big = (key: string) => BigInt(row[key] as string)
  return {
    id: row.id as Hex,
    side: row.side as ShownOrder['side'],
    version: row.kind === 'seaport-v1.5' ? '1.5' : '1.6',
    maker: row.maker as Address,
    taker: (row.taker as Address | null) ?? undefined,
    contract: row.contract as Address,
    tokenId: (row.token_id as string | null) ?? undefined,
    tokenKind: row.token_kind as ShownOrder['tokenKind'],
    tokenSetId: row.token_set_id as string,
    currency: row.currency as Address,
    unitPrice: big('unit_price'),
    unitNet: big('unit_net'),
    quantity: big('quantity'),
    filled: big('filled'),
    startTime: Number(row.start_time),
    endTime: Number(row.end_time),
    zone: row.zone as Address,
    feeBps: row.fee_bps as number,
    fees: row.fees as ShownOrder['fees'],
    source: (row.source as string | null) ?? undefined,
    fillability: row.fillability as string,
    approval: row.approval as string,
    createdAt: row.created_at as Date,
    updatedAt: row.updated_at as Date,
    components: row.components == null ? undefined : componentsOf(row.components as RawComponents),
    signature: (row.signature as Hex | undefined) ?? undefined,
  }
}

/** The page's SQL; it depends on which filters there are, never on their values. */
function pageSql(query: OrderQuery): SQL {
  const { side, ids, maker, contracts, token, tokenSetId, sources, statuses } = query
  const direction = query.descending ? sql`desc` : sql`asc`
  const given = (condition: boolean, text: SQL): SQL => (condition ? text : sql``)
  const order = sql`order by ${sortColumn(query)} ${direction}, o.id ${direction}`
  const page = (more: SQL) => sql`
    select * from orders o
    where o.chain_id = ${sql.placeholder('chainId')} and o.side = ${sql.raw(side === 'sell' ? "'sell'" : "'buy'")} ${more}
      ${given(ids.length > 0, sql`and o.id = any(${sql.placeholder('ids')}::text[])`)}
      ${given(maker !== undefined, sql`and o.maker = ${sql.placeholder('maker')}`)}
      ${given(contracts.length === 1, sql`and o.contract = ${sql.placeholder('contract')}`)}
      ${given(contracts.length > 1, sql`and o.contract = any(${sql.placeholder('contracts')}::text[])`)}
      ${given(tokenSetId !== undefined, sql`and o.token_set_id = ${sql.placeholder('tokenSetId')}`)}
      ${given(sources.length > 0, sql`and o.source = any(${sql.placeholder('sources')}::text[])`)}
      ${rareFilters(query)}
      ${given(!query.includePrivate, sql`and o.taker is null`)}
      ${
        statuses === undefined
          ? sql``
          : sql`and (${sql.join(
              statuses.map((status) => statusIs(status)),
              sql` or `,
            )})`
      }
      and ${afterKey(query)}
    ${order} limit ${sql.placeholder('limit')}`
  const ofToken = sql`and o.contract = ${sql.placeholder('tokenContract')} and o.token_id = ${sql.placeholder('tokenId')}::numeric`
  const found =
    token === undefined
      ? page(sql``)
      : side === 'sell'
        ? page(ofToken)
        : sql`select o.* from (${setsOf()}) sets cross join lateral (
            ${page(sql`and o.token_set_id = sets.id`)}) o ${order} limit ${sql.placeholder('limit')}`
  // Three look-ups for each order, which make up most of the page where nobody asks for the names.
  const names = query.named
    ? {
        columns: sql`t.name as token_name, t.image as token_image, c.name as collection_name, c.image as collection_image,
      s.attribute_key, s.attribute_value,`,
        tables: sql`
    left join tokens t on t.chain_id = o.chain_id and t.contract = o.contract and t.token_id = o.token_id
    left join collections c on c.chain_id = o.chain_id and c.contract = o.contract
    left join token_sets s on s.chain_id = o.chain_id and s.id = o.token_set_id`,
      }
    : { columns: sql``, tables: sql`` }
  return sql`
    select ${shownColumns}, ${names.columns}
      ${query.whole ? sql`o.components, o.signature` : sql`case when o.moving then o.components end as components`},
      ${query.sortBy !== 'price' ? momentKey(sortColumn(query)) : query.normalized === true ? sql`${sortColumn(query)}::text` : sql`null`} as place
    from (${found}) o${names.tables}
    ${order}`
}

/** A page of listings or offers, and where the next begins when this one is full. */
export async function listOrders(
  db: Database,
  chainId: number,
  query: OrderQuery,
): Promise<{ readonly orders: readonly ListedOrder[]; readonly next: readonly string[] | undefined }> {
  const { side, ids, maker, contracts, token, tokenSetId, sources, statuses, now, limit, after } = query
  const shape = [
    'orders',
    side,
    ids.length > 0,
    maker !== undefined,
    Math.min(contracts.length, 2),
    token !== undefined,
    tokenSetId !== undefined,
    sources.length > 0,
    query.includePrivate,
    (query.excludedSources ?? []).length > 0,
    (query.currencies ?? []).length > 0,
    query.attribute !== undefined,
    query.type,
    query.since !== undefined,
    query.until !== undefined,
    query.whole,
    query.named,
    statuses === undefined ? 'any' : [...statuses].sort().join('+'),
    query.sortBy,
    query.descending,
    query.normalized === true,
    after !== undefined,
  ].join('|')
  const rows = await db.prepared<ListedRow>(shape, () => pageSql(query), {
    chainId,
    ids: [...ids],
    maker,
    contract: contracts[0],
    contracts: [...contracts],
    tokenContract: token?.contract,
    tokenId: token?.tokenId.toString(),
    tokenSet: token === undefined ? undefined : `token:${token.contract}:${token.tokenId}`,
    contractSet: token === undefined ? undefined : `contract:${token.contract}`,
    tokenSetId,
    sources: [...sources],
    excludedSources: [...(query.excludedSources ?? [])],
    currencies: [...(query.currencies ?? [])],
    attributeKey: query.attribute?.key,
    attributeValue: query.attribute?.value,
    since: query.since,
    until: query.until,
    now,
    after: after?.[0],
    afterId: after?.[1],
    limit,
  })
  const orders = rows.map((row) => ({
    order: shownOf(row),
    tokenName: row.token_name ?? null,
    tokenImage: row.token_image ?? null,
    collectionName: row.collection_name ?? null,
    collectionImage: row.collection_image ?? null,
    attribute:
      row.attribute_key == null || row.attribute_value == null
        ? null
        : { key: row.attribute_key, value: row.attribute_value },
  }))
  const last = rows.at(-1)
  if (last === undefined || rows.length < limit) return { orders, next: undefined }
  return { orders, next: [last.place ?? (side === 'sell' ? last.unit_price : last.unit_net), last.id] }
}
