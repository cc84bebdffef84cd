import { type Address, type Hex, zeroAddress } from 'viem'
import { listOf, type Queries, type Row, type SQL, sql } from '../connection/database.ts'
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
  /** Time and number of the last line that was seen. */
  readonly after?: readonly string[] | undefined
}

/** One line of history. Amounts are base units; times unix seconds. */
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
  readonly txHash: string | null
  readonly logIndex: number | null
  readonly batchIndex: number | null
  readonly order: {
    readonly id: string
    readonly side: string
    readonly source: string | null
    readonly tokenSetId: string | null
  } | null
  readonly tokenName: string | null
  readonly tokenImage: string | null
  readonly collectionName: string | null
  readonly collectionImage: string | null
}

type LineRow = Row & {
  at: string
  uid: string
  type: ActivityType
  from_address: Address
  to_address: Address | null
  contract: Address
  token_id: string | null
  price: string | null
  currency: Address | null
  units: string
  tx_hash: string | null
  log_index: number | null
  batch_index: number | null
  order_id: string | null
  order_side: string | null
  source: string | null
  token_set_id: string | null
  token_name: string | null
  token_image: string | null
  collection_name: string | null
  collection_image: string | null
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

/** Asked types of a branch, as a filter where the branch yields more than one. */
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
      select: sql`'sale' as type, case when x.side = 'sell' then x.maker else x.taker end as from_address,
        case when x.side = 'sell' then x.taker else x.maker end as to_address, x.contract, x.token_id, x.price, x.currency,
        x.amount as units, x.tx_hash, x.log_index, 0 as batch_index, x.order_id, x.side as order_side, o.source, o.token_set_id`,
      from: sql`fills x left join orders o on o.chain_id = x.chain_id and o.id = x.order_id`,
      where: sql`x.chain_id = ${chainId}`,
      at: sql`x.timestamp`,
      uid: sql`'s:' || x.block || ':' || x.log_index`,
      people: [sql`x.maker`, sql`x.taker`],
    },
    {
      types: moved,
      select: sql`case when x.from_address = ${zeroAddress} then 'mint' else 'transfer' end as type, x.from_address, x.to_address,
        x.contract, x.token_id, null::numeric as price, null::text as currency, x.amount as units, x.tx_hash, x.log_index,
        x.batch_index, null::text as order_id, null::text as order_side, null::text as source, null::text as token_set_id`,
      from: sql`transfers x`,
      // A sale is told once: its own transfer is part of it.
      where: sql`x.chain_id = ${chainId}
        ${mintOnly ? sql`and x.from_address = ${zeroAddress}` : sql``}
        ${transferOnly ? sql`and x.from_address <> ${zeroAddress}` : sql``}
        and not exists (select 1 from fills f where f.chain_id = x.chain_id and f.contract = x.contract
          and f.token_id = x.token_id and f.tx_hash = x.tx_hash)`,
      at: sql`x.timestamp`,
      uid: sql`'t:' || x.block || ':' || x.log_index || ':' || x.batch_index`,
      people: [sql`x.from_address`, sql`x.to_address`],
    },
    {
      types: orders,
      select: sql`case when x.side = 'sell' then 'ask' else 'bid' end as type, x.maker as from_address, x.taker as to_address,
        x.contract, x.token_id, x.gross as price, x.currency, x.quantity as units, null::text as tx_hash, null::int as log_index,
        null::int as batch_index, x.id as order_id, x.side as order_side, x.source, x.token_set_id`,
      from: sql`orders x`,
      where: sql`x.chain_id = ${chainId} and ${sideOf(orders, sql`x`)}`,
      at: sql`floor(extract(epoch from x.created_at))::bigint`,
      uid: sql`'o:' || x.id`,
      people: [sql`x.maker`],
    },
    {
      types: cancels,
      select: sql`case when o.side = 'sell' then 'ask_cancel' else 'bid_cancel' end as type, x.maker as from_address,
        null::text as to_address, o.contract, o.token_id, o.gross as price, o.currency, o.quantity as units, x.tx_hash, x.log_index,
        0 as batch_index, x.order_id, o.side as order_side, o.source, o.token_set_id`,
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
  const named = users.length === 0 ? [] : branch.people.map((person) => sql`${person} in ${listOf(users)}`)
  return sql`(
    select ${branch.at} as at, ${branch.uid} as uid, ${branch.select}
    from ${branch.from}
    where ${branch.where}
      ${contracts.length === 0 ? sql`` : sql`and ${about}.contract in ${listOf(contracts)}`}
      ${tokens.length === 0 ? sql`` : sql`and exists (select 1 from ${keysTable(tokens)} where k.contract = ${about}.contract and k.token_id = ${about}.token_id)`}
      ${txHash === undefined ? sql`` : sql`and x.tx_hash = ${txHash}`}
      ${since === undefined ? sql`` : sql`and ${branch.at} >= ${since}`}
      ${until === undefined ? sql`` : sql`and ${branch.at} <= ${until}`}
      ${named.length === 0 ? sql`` : sql`and (${sql.join(named, sql` or `)})`}
      ${after === undefined ? sql`` : sql`and (${branch.at}, ${branch.uid}) < (${time}::bigint, ${uid})`}
    order by ${branch.at} desc, ${branch.uid} desc limit ${limit})`
}

const lineOf = (row: LineRow): ActivityLine => ({
  type: row.type,
  from: row.from_address,
  to: row.to_address,
  contract: row.contract,
  tokenId: row.token_id,
  price: row.price === null ? null : BigInt(row.price),
  currency: row.currency,
  units: BigInt(row.units),
  timestamp: Number(row.at),
  txHash: row.tx_hash,
  logIndex: row.log_index,
  batchIndex: row.batch_index,
  order:
    row.order_id === null || row.order_side === null
      ? null
      : { id: row.order_id, side: row.order_side, source: row.source, tokenSetId: row.token_set_id },
  tokenName: row.token_name,
  tokenImage: row.token_image,
  collectionName: row.collection_name,
  collectionImage: row.collection_image,
})

/** History, newest first, and where the next page begins when this one is full. */
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
    select a.*, t.name as token_name, t.image as token_image, c.name as collection_name, c.image as collection_image
    from (
      select * from (${sql.join(parts, sql` union all `)}) a order by a.at desc, a.uid desc limit ${query.limit}
    ) a
    left join tokens t on t.chain_id = ${chainId} and t.contract = a.contract and t.token_id = a.token_id
    left join collections c on c.chain_id = ${chainId} and c.contract = a.contract
    order by a.at desc, a.uid desc`)
  const last = rows.at(-1)
  return {
    lines: rows.map(lineOf),
    next: last === undefined || rows.length < query.limit ? undefined : [last.at, last.uid],
  }
}
