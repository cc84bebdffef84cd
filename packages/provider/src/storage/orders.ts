import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { type Queries, type Row, sql, texts } from './db.ts'

export type StoredOrder = {
  readonly id: Hex
  readonly side: 'sell' | 'buy'
  readonly version: SeaportVersion
  readonly maker: Address
  readonly taker: Address | undefined
  readonly contract: Address
  readonly tokenId: bigint | undefined
  readonly tokenKind: 'erc721' | 'erc1155'
  readonly tokenSetId: string
  readonly currency: Address
  /** Total for all units. */
  readonly gross: bigint
  readonly unitPrice: bigint
  /** What the seller keeps per unit. */
  readonly unitNet: bigint
  readonly quantity: bigint
  readonly filled: bigint
  readonly conduit: Address
  readonly feeBps: number
  readonly fees: readonly {
    readonly recipient: Address
    readonly bps: number
    readonly kind: 'royalty' | 'marketplace'
  }[]
  readonly source: string | undefined
  readonly components: OrderComponents
  readonly signature: Hex
  readonly fillability: string
  readonly approval: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewOrder = Omit<StoredOrder, 'filled' | 'createdAt' | 'updatedAt'> & {
  /** A bid's whole price, and what its maker held and allowed the conduit when it came in. */
  readonly need: bigint
  readonly funds: bigint
  readonly allowed: bigint
}

/** JSON with bigint as decimal strings. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, entry) => (typeof entry === 'bigint' ? entry.toString() : entry))

type RawItem = {
  itemType: number
  token: string
  identifierOrCriteria: string
  startAmount: string
  endAmount: string
  recipient?: string
}
type RawComponents = Record<string, unknown> & { offer: RawItem[]; consideration: RawItem[] }

/** Our own JSON back into components: the row was written by {@link insertOrders}. */
function componentsOf(raw: RawComponents): OrderComponents {
  const item = (one: RawItem) => ({
    ...one,
    identifierOrCriteria: BigInt(one.identifierOrCriteria),
    startAmount: BigInt(one.startAmount),
    endAmount: BigInt(one.endAmount),
  })
  return {
    ...raw,
    offer: raw.offer.map(item),
    consideration: raw.consideration.map(item),
    startTime: BigInt(raw.startTime as string),
    endTime: BigInt(raw.endTime as string),
    salt: BigInt(raw.salt as string),
    counter: BigInt(raw.counter as string),
  } as unknown as OrderComponents
}

/** A row of `orders` as an order. */
export function orderOf(row: Row): StoredOrder {
  const big = (key: string) => BigInt(row[key] as string)
  return {
    id: row.id as Hex,
    side: row.side as StoredOrder['side'],
    version: row.kind === 'seaport-v1.5' ? '1.5' : '1.6',
    maker: row.maker as Address,
    taker: (row.taker as Address | null) ?? undefined,
    contract: row.contract as Address,
    tokenId: row.token_id === null ? undefined : big('token_id'),
    tokenKind: row.token_kind as StoredOrder['tokenKind'],
    tokenSetId: row.token_set_id as string,
    currency: row.currency as Address,
    gross: big('gross'),
    unitPrice: big('unit_price'),
    unitNet: big('unit_net'),
    quantity: big('quantity'),
    filled: big('filled'),
    conduit: row.conduit as Address,
    feeBps: row.fee_bps as number,
    fees: row.fees as StoredOrder['fees'],
    source: (row.source as string | null) ?? undefined,
    components: componentsOf(row.components as RawComponents),
    signature: row.signature as Hex,
    fillability: row.fillability as string,
    approval: row.approval as string,
    createdAt: new Date(row.created_at as string),
    updatedAt: new Date(row.updated_at as string),
  }
}

/** Inserts orders; one that is there already stays as it is. Answers the ids that are new. */
export async function insertOrders(
  tx: Queries,
  chainId: number,
  orders: readonly NewOrder[],
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set()
  // In the order of their ids, so that two writers of the same orders never wait for each other.
  const lines = [...orders]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ version, ...order }) => ({ ...order, kind: `seaport-v${version}` }))
  const rows = await tx.rows<{ id: string }>(sql`
    insert into orders (chain_id, id, side, kind, maker, taker, contract, token_id, token_kind, token_set_id, currency,
      gross, unit_price, unit_net, quantity, start_time, end_time, counter, conduit, zone, fee_bps, fees, source,
      components, signature, fillability, approval, funds, allowed, need)
    select ${chainId}::bigint, o.id, o.side, o.kind, o.maker, o.taker, o.contract, o."tokenId", o."tokenKind",
      o."tokenSetId", o.currency, o.gross, o."unitPrice", o."unitNet", o.quantity,
      (o.components ->> 'startTime')::numeric, least((o.components ->> 'endTime')::numeric, 9223372036854775807),
      (o.components ->> 'counter')::numeric, o.conduit, o.components ->> 'zone', o."feeBps", o.fees, o.source,
      o.components, o.signature, o.fillability, o.approval, o.funds, o.allowed, o.need
    from jsonb_to_recordset(${jsonOf(lines)}::jsonb) as o (id text, side text, kind text, maker text, taker text,
      contract text, "tokenId" numeric, "tokenKind" text, "tokenSetId" text, currency text, gross numeric,
      "unitPrice" numeric, "unitNet" numeric, quantity numeric, conduit text, "feeBps" int, fees jsonb, source text,
      components jsonb, signature text, fillability text, approval text, funds numeric, allowed numeric, need numeric)
    on conflict do nothing returning id`)
  return new Set(rows.map(({ id }) => id))
}

export async function readOrders(
  db: Queries,
  chainId: number,
  ids: readonly string[],
): Promise<readonly StoredOrder[]> {
  const rows = await db.rows(
    sql`select * from orders where chain_id = ${chainId} and id = any(${texts(ids)})`,
  )
  return rows.map(orderOf)
}
