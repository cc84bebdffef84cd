import { sql } from 'drizzle-orm'
import type { Queries } from '../connection/database.ts'

/** Stores that a plan was made, so that only results of known plans are kept. */
export async function saveExecution(
  db: Queries,
  chainId: number,
  execution: { readonly requestId: string; readonly action: string; readonly account: string },
): Promise<void> {
  await db.rows(sql`
    insert into executions (chain_id, request_id, action, account)
    values (${chainId}, ${execution.requestId}, ${execution.action}, ${execution.account})
    on conflict do nothing`)
}

/** Stores a reported result of a known plan; reports of unknown plans are ignored. */
export async function saveResult(
  db: Queries,
  chainId: number,
  result: {
    readonly requestId: string
    readonly stepId: string
    readonly txHash: string | undefined
    readonly failed: boolean
  },
): Promise<void> {
  await db.rows(sql`
    insert into execution_results (chain_id, request_id, step_id, tx_hash, failed)
    select ${chainId}, e.request_id, ${result.stepId}, ${result.txHash ?? ''}, ${result.failed}
    from executions e where e.chain_id = ${chainId} and e.request_id = ${result.requestId}
    on conflict do nothing`)
}
