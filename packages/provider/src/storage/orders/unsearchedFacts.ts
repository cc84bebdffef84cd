import { type SQL, sql } from 'drizzle-orm'
import { constantChain, type Preparing, type Queries, records } from '../connection/database.ts'
import type { Columns, RowOf } from '../schema.ts'
import { byEvents } from './factReadings.ts'

/** Readings of facts whose events are to be searched, each in the blocks from after `walked` up to its own. */

/** A fact of a contract of which there are such readings, up to the block `end`. */
export type UnsearchedFact = Columns<'fact_readings', 'fact' | 'contract'> & {
  readonly kind: RowOf<'collections'>['kind'] | undefined
  readonly end: number
}
/** Of whom a reading of a fact is, and of which token, operator or order. */
export type OwnFact = Columns<'fact_readings', 'owner' | 'subject'>
/** What is searched next of a fact. */
export type Unsearched = {
  readonly from: number
  /** The readings that it is about; `undefined` where they are too many to be named, which means all. */
  readonly readings: readonly OwnFact[] | undefined
}

/** Minutes after which a search that failed is tried again. */
const retryMinutes = 15
/** The most readings that are named in a request for logs; nodes limit the topics of one. */
const maxNamed = 64

/** No event tells whether a contract signs. */
const isUnsearched = sql`r.walked < r.block and r.value is not null and r.fact <> 'signed'`
const isOf = (chainId: number, { fact, contract }: UnsearchedFact): SQL =>
  sql`r.chain_id = ${chainId} and r.fact = ${fact} and r.contract = ${contract}`
const isAmong = (readings: readonly OwnFact[] | undefined): SQL =>
  readings === undefined
    ? sql`true`
    : sql`(r.owner, r.subject) in (
        select k.owner, k.subject from jsonb_to_recordset(${records(readings)}) as k (owner text, subject text))`

/**
 * The facts whose events are to be searched. Of a collection whose history is still being read, none: that may explain
 * them.
 */
export async function unsearchedFacts(db: Preparing, chainId: number): Promise<readonly UnsearchedFact[]> {
  const chain = constantChain(chainId)
  const build = () => sql`
    select r.fact, r.contract, c.kind, max(r.block) as "end"
    from fact_readings r left join collections c on c.chain_id = ${chain} and c.contract = r.contract
    where r.chain_id = ${chain} and ${isUnsearched} and c.state is distinct from 'filling'
    group by r.fact, r.contract, c.kind
    having max(r.tried_at) < now() - make_interval(mins => ${retryMinutes})
    order by r.contract, r.fact`
  const rows = await db.prepared<
    Columns<'fact_readings', 'fact' | 'contract'> & {
      readonly kind: RowOf<'collections'>['kind'] | null
      readonly end: string
    }
  >(`unwalked|${chainId}`, build, {})
  return rows.map((row) => ({ ...row, kind: row.kind ?? undefined, end: Number(row.end) }))
}

/** What is searched next of a fact: the oldest blocks that a reading needs from after `walked` up to `end`. */
export async function nextUnsearched(
  db: Queries,
  chainId: number,
  fact: UnsearchedFact,
  walked: number,
  end: number,
): Promise<Unsearched | undefined> {
  const rows = await db.rows<OwnFact & { readonly walked: string }>(sql`
    select r.owner, r.subject, r.walked from fact_readings r
    where ${isOf(chainId, fact)} and ${isUnsearched} and r.walked >= ${walked} and r.walked < ${end}
    order by r.walked limit ${maxNamed + 1}`)
  const [first] = rows
  if (first === undefined) return undefined
  return { from: Number(first.walked) + 1, readings: rows.length > maxNamed ? undefined : rows }
}

/** Notes that the events of readings were searched up to a block. @returns those that are searched to their end. */
export async function saveSearched(
  db: Queries,
  chainId: number,
  fact: UnsearchedFact,
  { from, readings }: Unsearched,
  to: number,
): Promise<readonly OwnFact[]> {
  const rows = await db.rows<OwnFact & { readonly ended: boolean }>(sql`
    update fact_readings r set walked = least(r.block, ${to}::bigint)
    where ${isOf(chainId, fact)} and ${isUnsearched} and ${isAmong(readings)}
      and r.walked >= ${from - 1} and r.walked < ${to}
    returning r.owner, r.subject, r.walked = r.block as ended`)
  return rows.filter(({ ended }) => ended).map(({ owner, subject }) => ({ owner, subject }))
}

/** Puts the search of a fact off for a while: it failed. */
export const postponeSearch = (db: Queries, chainId: number, fact: UnsearchedFact): Promise<unknown> =>
  db.rows(sql`update fact_readings r set tried_at = now() where ${isOf(chainId, fact)} and ${isUnsearched}`)

/**
 * Takes back readings that the stored events say as well: they decide alone again.
 * @param readings the ones that are looked at; without them all whose events are to be searched.
 * @returns how many those are.
 */
export async function takeBackExplained(
  db: Queries,
  chainId: number,
  fact: UnsearchedFact,
  readings?: readonly OwnFact[],
): Promise<number> {
  const which = readings === undefined ? isUnsearched : isAmong(readings)
  const explained = await db.rows(sql`
    update fact_readings r set value = null
    where ${isOf(chainId, fact)} and ${which} and r.value = ${byEvents(chainId)} returning 1`)
  return explained.length
}
