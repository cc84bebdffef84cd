import type { OrderComponents } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { constantChain, type Database, keptPlan, type Preparing, records } from '../connection/database.ts'
import type { Columns } from '../schema.ts'
import { componentsOf, type RawComponents } from './orders.ts'
import { takeUpdateLock } from './status.ts'

/** An open listing whose price moves with time, and the price that lists sort it by. */
type MovingListing = {
  readonly id: string
  readonly quantity: bigint
  readonly unitPrice: bigint
  readonly components: OrderComponents
}

/** Some open listings whose price moves, after an id, in the order of their ids. */
export async function readMovingListings(
  db: Preparing,
  chainId: number,
  after: string,
  limit: number,
): Promise<readonly MovingListing[]> {
  const rows = await db.prepared<Columns<'orders', 'id' | 'quantity' | 'unit_price' | 'components'>>(
    `moving ${limit}|${chainId}`,
    () => sql`
      select id, quantity, unit_price, components from orders
      where chain_id = ${constantChain(chainId)} and id > ${keptPlan(sql`${sql.placeholder('after')}::text`)}
        and moving and side = 'sell' and fillability in ('fillable', 'no-balance')
      order by id limit ${limit}`,
    { after },
  )
  return rows.map((row) => ({
    id: row.id,
    quantity: BigInt(row.quantity),
    unitPrice: BigInt(row.unit_price),
    components: componentsOf(row.components as RawComponents),
  }))
}

/** Stores the prices that lists sort by. An order's status and the time of its last change stay as they are. */
export async function savePrices(
  db: Database,
  chainId: number,
  prices: readonly { readonly id: string; readonly unitPrice: bigint; readonly unitNet: bigint }[],
): Promise<void> {
  if (prices.length === 0) return
  await db.transaction(async (tx) => {
    await takeUpdateLock(tx, chainId)
    await tx.rows(sql`
      update orders o set unit_price = w."unitPrice", unit_net = w."unitNet"
      from jsonb_to_recordset(${records(prices)}) as w (id text, "unitPrice" numeric, "unitNet" numeric)
      where o.chain_id = ${chainId} and o.id = w.id`)
  })
}
