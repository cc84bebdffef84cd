import { type SQL, sql } from 'drizzle-orm'
import { type Address, type Hex, zeroAddress } from 'viem'
import { nextAfter, oneOf, type Queries } from '../connection/database.ts'
import { keysTable } from './tokenDetails.ts'
import type { TokenKey } from './tokenFilters.ts'

export const activityTypes = ['sale', 'ask', 'bid', 'mint', 'transfer', 'ask_cancel', 'bid_cancel'] as const
export type ActivityType = (typeof activityTypes)[number]

export type ActivityQuery = {
  readonly types: readonly ActivityType[]
  readonly contracts: readonly Address[]
  readonly tokens: readonly TokenKey[]
  /** Accounts on either side. */
  readonly users: readonly Address[]
  readonly txHash?: Hex | undefined
  /** Unix seconds, both ends included. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly limit: number
  /** Time and number of the last entry of the previous page. */
  readonly after?: readonly string[] | undefined
}

/** One entry of history. Amounts are base units; times unix seconds. */
export type ActivityLine = {
  readonly type: ActivityType
  readonly from: Address
  readonly to: Address | null
  readonly contract: Address
  readonly tokenId: string | null
  /** For all units. */
  readonly price: bigint | null
  readonly currency: Address | null
  readonly units: bigint
  readonly timestamp: number
  readonly txHash: Hex | null
  readonly logIndex: number | null
  readonly batchIndex: number | null
  readonly orderId: Hex | null
  readonly side: 'sell' | 'buy' | null
  readonly source: string | null
  readonly tokenSetId: string | null
  readonly tokenName: string | null
  readonly tokenImage: string | null
  readonly collectionName: string | null
  readonly collectionImage: string | null
}

type LineRow = Omit<ActivityLine, 'price' | 'units' | 'timestamp'> & {
  readonly at: string
  readonly uid: string
  readonly price: string | null
  readonly units: string
}

type Branch = {
  readonly types: readonly ActivityType[]
  /** Columns in the order of {@link LineRow}, from the alias `x` joined as needed. */
  readonly select: SQL
  readonly from: SQL
  readonly where: SQL
  readonly at: SQL
  readonly uid: SQL
  readonly people: readonly SQL[]
}

/** The types of a branch that the query includes. */
const wanted = (query: ActivityQuery, types: readonly ActivityType[]): readonly ActivityType[] =>
  query.types.length === 0 ? types : types.filter((type) => query.types.includes(type))

function branches(chainId: number, query: ActivityQuery): readonly Branch[] {
  const moved = wanted(query, ['mint', 'transfer'])
  const mintOnly = moved.length === 1 && moved[0] === 'mint'
  const transferOnly = moved.length === 1 && moved[0] === 'transfer'
  const orders = wanted(query, ['ask', 'bid'])
  const cancels = wanted(query, ['ask_cancel', 'bid_cancel'])
  const sideOf = (types: readonly ActivityType[], alias: SQL) =>
    types.length === 2
      ? sql`true`
      : sql`${alias}.side = ${types[0]?.startsWith('ask') === true ? 'sell' : 'buy'}`
  return [
    {
      types: wanted(query, ['sale']),
      select: sql`'sale' as type, case when x.side = 'sell' then x.maker else x.taker end as "from",
        case when x.side = 'sell' then x.taker else x.maker end as "to", x.contract, x.token_id as "tokenId", x.price, x.currency,
        x.amount as units, x.tx_hash as "txHash", x.log_index as "logIndex", 0 as "batchIndex", x.order_id as "orderId", x.side,
        o.source, o.token_set_id as "tokenSetId"`,
      from: sql`fills x left join orders o on o.chain_id = x.chain_id and o.id = x.order_id`,
      where: sql`x.chain_id = ${chainId} and x.sale`,
      at: sql`x.timestamp`,
      uid: sql`'s:' || x.block || ':' || x.log_index`,
      people: [sql`x.maker`, sql`x.taker`],
    },
    {
      types: moved,
      select: sql`case when x.from_address = ${zeroAddress} then 'mint' else 'transfer' end as type, x.from_address as "from",
        x.to_address as "to", x.contract, x.token_id as "tokenId", null::numeric as price, null::text as currency, x.amount as units,
        x.tx_hash as "txHash", x.log_index as "logIndex", x.batch_index as "batchIndex", null::text as "orderId", null::text as side,
        null::text as source, null::text as "tokenSetId"`,
      from: sql`transfers x`,
      // A sale is listed once: its own transfer is part of it.
      where: sql`x.chain_id = ${chainId}
        ${mintOnly ? sql`and x.from_address = ${zeroAddress}` : sql``}
        ${transferOnly ? sql`and x.from_address <> ${zeroAddress}` : sql``}
        and not exists (select 1 from fills f where f.chain_id = x.chain_id and f.contract = x.contract
          and f.token_id = x.token_id and f.tx_hash = x.tx_hash and f.sale)`,
      at: sql`x.timestamp`,
      uid: sql`'t:' || x.block || ':' || x.log_index || ':' || x.batch_index`,
      people: [sql`x.from_address`, sql`x.to_address`],
    },
    {
      types: orders,
      select: sql`case when x.side = 'sell' then 'ask' else 'bid' end as type, x.maker as "from", x.taker as "to", x.contract,
        x.token_id as "tokenId", x.gross as price, x.currency, x.quantity as units, null::text as "txHash", null::int as "logIndex",
        null::int as "batchIndex", x.id as "orderId", x.side, x.source, x.token_set_id as "tokenSetId"`,
      from: sql`orders x`,
      where: sql`x.chain_id = ${chainId} and ${sideOf(orders, sql`x`)}`,
      at: sql`floor(extract(epoch from x.created_at))::bigint`,
      uid: sql`'o:' || x.id`,
      people: [sql`x.maker`],
    },
    {
      types: cancels,
      select: sql`case when o.side = 'sell' then 'ask_cancel' else 'bid_cancel' end as type, x.maker as "from",
        null::text as "to", o.contract, o.token_id as "tokenId", o.gross as price, o.currency, o.quantity as units,
        x.tx_hash as "txHash", x.log_index as "logIndex", 0 as "batchIndex", x.order_id as "orderId", o.side, o.source,
        o.token_set_id as "tokenSetId"`,
      from: sql`cancels x join orders o on o.chain_id = x.chain_id and o.id = x.order_id`,
      where: sql`x.chain_id = ${chainId} and ${sideOf(cancels, sql`o`)}`,
      at: sql`x.timestamp`,
      uid: sql`'c:' || x.block || ':' || x.log_index`,
      people: [sql`x.maker`],
    },
  ]
}

function branchQuery(branch: Branch, query: ActivityQuery): SQL {
  const { contracts, tokens, users, txHash, since, until, after, limit } = query
  const about = branch.types.some((type) => type.endsWith('_cancel')) ? sql`o` : sql`x`
  const [time = '', uid = ''] = after ?? []
  const named = users.length === 0 ? [] : branch.people.map((person) => sql`${oneOf(person, users)}`)
  return sql`(
    select ${branch.at} as at, ${branch.uid} as uid, ${branch.select}
    from ${branch.from}
    where ${branch.where}
      ${contracts.length === 0 ? sql`` : sql`and ${oneOf(sql`${about}.contract`, contracts)}`}
      ${tokens.length === 0 ? sql`` : sql`and exists (select 1 from ${keysTable(tokens)} where k.contract = ${about}.contract and k.token_id = ${about}.token_id)`}
      ${txHash === undefined ? sql`` : sql`and x.tx_hash = ${txHash}`}
      ${since === undefined ? sql`` : sql`and ${branch.at} >= ${since}`}
      ${until === undefined ? sql`` : sql`and ${branch.at} <= ${until}`}
      ${named.length === 0 ? sql`` : sql`and (${sql.join(named, sql` or `)})`}
      ${after === undefined ? sql`` : sql`and (${branch.at}, ${branch.uid}) < (${time}::bigint, ${uid})`}
    order by ${branch.at} desc, ${branch.uid} desc limit ${limit})`
}

/** History, newest first, and the start of the next page if this one is full. */
export async function listActivity(
  db: Queries,
  chainId: number,
  query: ActivityQuery,
): Promise<{ readonly lines: readonly ActivityLine[]; readonly next: readonly string[] | undefined }> {
  const parts = branches(chainId, query)
    .filter(({ types }) => types.length > 0)
    .map((branch) => branchQuery(branch, query))
  if (parts.length === 0) return { lines: [], next: undefined }
  const rows = await db.rows<LineRow>(sql`
    select a.*, t.name as "tokenName", t.image as "tokenImage", c.name as "collectionName", c.image as "collectionImage"
    from (
      select * from (${sql.join(parts, sql` union all `)}) a order by a.at desc, a.uid desc limit ${query.limit}
    ) a
    left join tokens t on t.chain_id = ${chainId} and t.contract = a.contract and t.token_id = a."tokenId"
    left join collections c on c.chain_id = ${chainId} and c.contract = a.contract
    order by a.at desc, a.uid desc`)
  return {
    lines: rows.map(({ at, uid: _, price, units, ...row }) => ({
      ...row,
      price: price === null ? null : BigInt(price),
      units: BigInt(units),
      timestamp: Number(at),
    })),
    next: nextAfter(rows, query.limit, ({ at, uid }) => [at, uid]),
  }
}
