import { type SQL, sql } from 'drizzle-orm'
import { constantChain } from '../connection/database.ts'

/**
 * Orders by their ids, as a relation: each is looked up by the primary key. The planner must not choose, because it has
 * no statistics of a table that is being filled, and may then read another index from end to end.
 * @param ids a query of one column.
 */
export const namedOrders = (chainId: number, ids: SQL): SQL => sql`(
  select found.* from (${ids}) as asked (id) cross join lateral (
    select * from orders e where e.chain_id = ${constantChain(chainId)} and e.id = asked.id offset 0
  ) found)`
