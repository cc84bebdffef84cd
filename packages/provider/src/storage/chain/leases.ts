import { sql } from 'drizzle-orm'
import type { Database, Queries, Session } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** The right to write one chain's facts, held by one process at a time. */
export type Lease = {
  /** Increases with every acquisition: writes of an older holder are rejected by it. */
  readonly term: string
  /** Another process may acquire the lease from here on. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** Another process writes this chain's facts now; work in progress here must not be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** Milliseconds that a lease lasts unless it is renewed, and between two renewals. */
export type LeaseTimes = { readonly lasts: number; readonly renewed: number }
const usual: LeaseTimes = { lasts: 5000, renewed: 2000 }
/** The part of the time between two renewals after which one that failed is tried again. */
const retryShare = 1 / 4

const later = (milliseconds: number) =>
  sql`clock_timestamp() + make_interval(secs => ${milliseconds / 1000}::double precision)`

/** The session of a lease's holder shares this lock, so that others notice its end before the lease ends. */
const presence = (chainId: number) => sql`${chainId}::int, 4`

async function openPresence(db: Database, chainId: number): Promise<Session> {
  const session = await db.session()
  await session.rows(sql`select pg_advisory_lock_shared(${presence(chainId)})`)
  // A renewal need not survive a crash of the database, which ends this session anyway: no disk is waited for.
  await session.rows(sql`set synchronous_commit to off`)
  return session
}

/** The term of the lease if no process holds it: it was never taken, has ended, or its holder is gone. */
async function freeTerm(db: Queries, chainId: number, holder: string): Promise<string | undefined> {
  const [row] = await db.rows<Columns<'leases', 'term'> & { held: boolean }>(sql`
    select term, expires_at > clock_timestamp() and holder <> ${holder} as held from leases
    where chain_id = ${chainId}`)
  if (row === undefined) return '0'
  if (!row.held) return row.term
  const [gone] = await db.rows<{ gone: boolean }>(
    sql`select pg_try_advisory_xact_lock(${presence(chainId)}) as gone`,
  )
  return gone?.gone === true ? row.term : undefined
}

/**
 * Takes the lease of a chain when no process holds it. It ends with the database session of its holder, and when the
 * holder does not renew it because it hangs or is cut off from the database. The term is raised after the last holder's
 * transactions in progress, so that it can commit nothing afterwards.
 * @param holder a unique name of this process, which may take its own lease again at once.
 * @returns `undefined` while another process holds it.
 */
export async function takeLease(
  db: Database,
  chainId: number,
  holder: string,
  times: LeaseTimes = usual,
): Promise<Lease | undefined> {
  const free = await freeTerm(db, chainId, holder)
  if (free === undefined) return undefined
  const started = performance.now()
  const session = await openPresence(db, chainId)
  try {
    const row = await db.transaction(async (tx) => {
      await tx.rows(sql`select pg_advisory_xact_lock(${chainId}, 1)`)
      const [taken] = await tx.rows<Columns<'leases', 'term'>>(sql`
        insert into leases (chain_id, term, holder, expires_at) values (${chainId}, 1, ${holder}, ${later(times.lasts)})
        on conflict (chain_id) do update set term = leases.term + 1, holder = excluded.holder, taken_at = now(),
          expires_at = excluded.expires_at
        where leases.term = ${free}
        returning term`)
      return taken
    })
    if (row !== undefined) return keepLease(db, chainId, row.term, times, started, session)
    await session.end()
    return undefined
  } catch (cause) {
    await session.end().catch(() => undefined)
    throw cause
  }
}

/** Renews a lease over the session of its holder until it is released, or cannot be renewed in time. */
function keepLease(
  db: Database,
  chainId: number,
  term: string,
  { lasts, renewed }: LeaseTimes,
  started: number,
  first: Session,
): Lease {
  const lost = new AbortController()
  const own = sql`chain_id = ${chainId} and term = ${term}`
  let session = first
  let good = started
  let timer: NodeJS.Timeout | undefined
  /** Resolves to whether the lease was renewed. */
  const renew = async (): Promise<boolean> => {
    const asked = performance.now()
    try {
      if (session.ended.aborted) session = await openPresence(db, chainId)
      const renewal = () => sql`update leases set expires_at = ${later(lasts)} where ${own} returning 1`
      const kept = await session.prepared(`renew|${chainId}|${term}`, renewal, {})
      if (kept.length === 0) lost.abort()
      else good = asked
    } catch {
      // It can still be renewed over another connection until it ends.
      await session.end().catch(() => undefined)
    }
    return good === asked
  }
  const beat = async (): Promise<void> => {
    const isRenewed = await renew()
    const left = lasts - (performance.now() - good)
    if (left <= 0) lost.abort()
    if (lost.signal.aborted) await session.end().catch(() => undefined)
    else timer = setTimeout(() => void beat(), isRenewed ? renewed : Math.min(renewed * retryShare, left))
  }
  timer = setTimeout(() => void beat(), renewed)
  return {
    term,
    lost: lost.signal,
    release: async () => {
      clearTimeout(timer)
      lost.abort()
      await session.end().catch(() => undefined)
      await db.rows(sql`update leases set expires_at = clock_timestamp() where ${own}`)
    },
  }
}

/** The process that follows the chain, and its term; `undefined` before the first one. */
export async function readLease(
  db: Queries,
  chainId: number,
): Promise<Columns<'leases', 'holder' | 'term'> | undefined> {
  const [row] = await db.rows<Columns<'leases', 'holder' | 'term'>>(
    sql`select holder, term from leases where chain_id = ${chainId}`,
  )
  return row
}

/**
 * Takes the lock of the writer of facts. Writers of orders wait for it, so that they see every fact. Nothing is written
 * under a lease that another process has taken.
 * @throws {LeaseLostError}
 */
export async function takeExclusiveLock(
  tx: Queries,
  chainId: number,
  term: string | undefined,
): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${chainId}, 1)`)
  if (term === undefined) return
  const lease = await readLease(tx, chainId)
  if (lease?.term !== term) throw new LeaseLostError(`Chain ${chainId} is followed by another process.`)
}
