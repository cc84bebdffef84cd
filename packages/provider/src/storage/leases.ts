import { type Database, type Queries, sql } from './db.ts'

/** The right to write one chain's facts, held by one process at a time. */
export type Lease = {
  /** Grows with every taking: what an older holder still tries to write is refused by it. */
  readonly term: string
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** Another process writes this chain's facts by now; whatever was under way here must not be kept. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/**
 * Takes the lease of a chain when nobody holds it: a lock of a database session, which ends with its process
 * however that ends. The term is raised behind whatever the last holder has under way, so that nothing of it
 * can be committed afterwards.
 * @returns `undefined` while another process holds it.
 */
export async function takeLease(db: Database, chainId: number, holder: string): Promise<Lease | undefined> {
  const session = await db.session()
  try {
    const [answer] = await session.rows<{ held: boolean }>(
      sql`select pg_try_advisory_lock(${chainId}, 4) as held`,
    )
    if (answer?.held !== true) {
      await session.end()
      return undefined
    }
    const [row] = await db.transaction(async (tx) => {
      await tx.rows(sql`select pg_advisory_xact_lock(${chainId}, 1)`)
      return tx.rows<{ term: string }>(sql`
        insert into leases (chain_id, term, holder) values (${chainId}, 1, ${holder})
        on conflict (chain_id) do update set term = leases.term + 1, holder = excluded.holder, taken_at = now()
        returning term`)
    })
    if (row === undefined) throw new LeaseLostError('The lease could not be written.')
    return { term: row.term, lost: session.ended, release: session.end }
  } catch (cause) {
    await session.end().catch(() => undefined)
    throw cause
  }
}

/** Who follows the chain, and since which term; `undefined` before anybody did. */
export async function readLease(
  db: Queries,
  chainId: number,
): Promise<{ readonly holder: string; readonly term: string } | undefined> {
  const [row] = await db.rows<{ holder: string; term: string }>(
    sql`select holder, term from leases where chain_id = ${chainId}`,
  )
  return row
}

/** Lets a transaction go on only for the newest holder. Call it while holding the lock of the chain's facts. */
export async function requireTerm(tx: Queries, chainId: number, term: string | undefined): Promise<void> {
  if (term === undefined) return
  const lease = await readLease(tx, chainId)
  if (lease?.term !== term) throw new LeaseLostError(`Chain ${chainId} is followed by another process.`)
}
