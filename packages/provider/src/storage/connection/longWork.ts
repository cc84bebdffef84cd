import { sql } from 'drizzle-orm'
import type { Queries } from './database.ts'

/** Rows that are written with one statement, and above which a transaction takes longer than others may. */
export const manyRows = 20_000

/**
 * Lets the statements of this transaction take as long as they need, and the process a minute between two of them. A
 * block may hold hundreds of thousands of events: under the usual limits it would never be stored.
 */
export const allowLongWork = (tx: Queries): Promise<unknown> =>
  tx.rows(sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '60s', true)`)
