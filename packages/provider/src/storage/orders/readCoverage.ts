import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { type Queries, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** Offers of one maker that are considered, the highest price first. */
const maxLookedAt = 500

type Row = Columns<'orders', 'id' | 'maker' | 'currency' | 'conduit'> & {
  readonly due: string
  readonly means: string
}

/**
 * Which offers can be filled together with others of their makers. Offers that are paid from one balance by one
 * allowance are taken in turn, the highest price first and the oldest first among equal prices; each that the rest of
 * the balance and of the allowance still pays in full is covered and takes its share. Only offers that can be filled
 * alone take part.
 * @param ids the requested offers.
 * @param now unix seconds.
 * @returns by id, for the offers asked about that can be filled alone; without those that more than 500 others of the
 * same maker come before, of which it is not known.
 */
export async function readCoverage(
  db: Queries,
  chainId: number,
  ids: readonly Hex[],
  now: number,
): Promise<ReadonlyMap<Hex, boolean>> {
  const asked = new Set(ids)
  if (asked.size === 0) return new Map()
  const rows = await db.rows<Row>(sql`
    select o.id, p.maker, p.currency, p.conduit, o.due, least(p.funds, p.allowed) as means
    from (
      select distinct maker, currency, conduit from orders
      where chain_id = ${chainId} and side = 'buy' and id = any(${texts(ids)})
    ) asked
    join purses p on p.chain_id = ${chainId} and p.maker = asked.maker and p.currency = asked.currency
      and p.conduit = asked.conduit
    cross join lateral (
      select b.id, b.need, b.created_at, ceil(b.need * (b.quantity - b.filled) / b.quantity)::numeric(78) as due
      from orders b
      where b.chain_id = ${chainId} and b.maker = p.maker and b.currency = p.currency and b.conduit = p.conduit
        and b.side = 'buy' and b.fillability = 'fillable' and b.approval = 'approved'
        and b.end_time > ${now}::bigint
      order by b.need desc, b.created_at, b.id limit ${maxLookedAt}
    ) o
    order by p.maker, p.currency, p.conduit, o.need desc, o.created_at, o.id`)
  const left = new Map<string, bigint>()
  const covered = new Map<Hex, boolean>()
  for (const { id, maker, currency, conduit, due, means } of rows) {
    const source = `${maker}|${currency}|${conduit}`
    const rest = (left.get(source) ?? BigInt(means)) - BigInt(due)
    if (rest >= 0n) left.set(source, rest)
    if (asked.has(id)) covered.set(id, rest >= 0n)
  }
  return covered
}
