import { type Queries, sql } from '../connection/database.ts'

/** Writes down that a plan was answered, so that its results can be told apart from noise. */
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

/** Keeps a reported result of a known plan; reports of unknown plans leave no trace. */
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
