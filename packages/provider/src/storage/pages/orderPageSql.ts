import { type SQL, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import type { ValueOf } from '../connection/hotQueries.ts'
import { askPrice, bidNet } from '../orders/normalizedPrice.ts'

export type OrderStatus = 'active' | 'inactive' | 'expired' | 'cancelled' | 'filled'

/** What an offer is for; listings are always for a token. */
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
  /** With everything that was signed. */
  readonly whole: boolean
  /** With the names of token, collection and attribute. */
  readonly named: boolean
  readonly limit: number
  /** Sort value and id of the last order of the previous page. */
  readonly after?: readonly string[] | undefined
  /** Unix seconds. */
  readonly now: number
}

/** Whether the row has a status; expiry is by the clock even before the sweep has stored it. */
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

/** A timestamp to the microsecond, as text that sorts and compares like the column. */
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

/** What an order is for, by its token set. */
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

/** Filters that are rarely used. */
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

/** The chain is part of the text: only its partition is planned for. */
const chain = (chainId: number): SQL => sql.raw(String(Number(chainId)))

/**
 * The token sets of a token filter: for listings the token's own, for offers every set that contains it. Each is
 * scanned by itself along its index.
 */
const setsOf = (chainId: number, value: ValueOf): SQL => sql`
  select ${value('tokenSet')}::text as id union all select ${value('contractSet')}::text union all
  select s.id from token_sets s
  where s.chain_id = ${chain(chainId)} and s.contract = ${value('tokenContract')}
    and s.token_ids @> array[${value('tokenId')}::numeric]`

/** The columns of every row, in the order in which `listOrders.ts` reads them; columns that only some requests need follow. */
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

/** The page's SQL; it depends on which filters are used, never on their values. */
export function pageSql(chainId: number, query: OrderQuery, limit: number, value: ValueOf): SQL {
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
  // The names take two look-ups for each order, which is most of the time of a page.
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
