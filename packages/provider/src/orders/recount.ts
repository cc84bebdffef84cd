import { holdingQuestion, type LiveFacts, type Question } from '../chain/live.ts'
import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/chain/blocks.ts'
import type { Transaction } from '../storage/connection/database.ts'
import {
  type FactKey,
  type FactReading,
  saveFactReadings,
  touchedByReadings,
} from '../storage/orders/factReadings.ts'
import { type Batch, type ComparedOrder, readComparedOrders } from '../storage/orders/readComparedOrders.ts'
import {
  type CounterReading,
  type FundsReading,
  saveFunds,
  settleCounters,
} from '../storage/orders/readings.ts'
import { publishTouched, takeUpdateLock } from '../storage/orders/status.ts'
import { unixTime } from '../unixTime.ts'
import { askContracts, saveContractAnswers } from './signatures/contractRefusals.ts'
import { seaportOfKind } from './validateOrder.ts'

/** The parts of a status that may differ from the chain. */
export const differences = ['derived', 'counter', 'cancelled', 'filled', 'held', 'operator', 'means'] as const

/** A part of an order's status that differs from the chain. */
export type Difference = {
  readonly id: string
  /**
   * `derived`: the stored status does not follow from the stored facts. Otherwise the fact that differs on chain.
   */
  readonly of: (typeof differences)[number]
  readonly stored: string
  readonly onChain: string
}

/** How often a piece is started again because a block was stored in between. */
const maxAttempts = 10

const isOpen = (status: string): boolean => status === 'fillable' || status === 'no-balance'

function questionsAbout(chain: ChainDeps, row: ComparedOrder): readonly Question[] {
  const seaport = seaportOfKind(chain, row.kind)
  const asked: Question[] = [
    { ask: 'counter', seaport, account: row.maker },
    { ask: 'order', seaport, orderId: row.id },
  ]
  if (!isOpen(row.verdict)) return asked
  if (row.side === 'buy')
    asked.push(
      { ask: 'balance', token: row.currency, account: row.maker },
      { ask: 'allowance', token: row.currency, account: row.maker, spender: row.conduit },
    )
  else {
    const token = row.contract
    const tokenId = BigInt(row.token_id ?? 0)
    asked.push(
      { ask: 'operator', token, account: row.maker, operator: row.conduit },
      holdingQuestion(row.token_kind, token, tokenId, row.maker),
    )
  }
  return asked
}

/** The differences of an order from the chain. */
function contradictions(chain: ChainDeps, row: ComparedOrder, facts: LiveFacts): readonly Difference[] {
  const found: Difference[] = []
  const differ = (of: Difference['of'], stored: unknown, onChain: unknown): void => {
    if (String(stored) !== String(onChain))
      found.push({ id: row.id, of, stored: String(stored), onChain: String(onChain) })
  }
  const status = (filled: string, fillability: string, approval: string): string =>
    isOpen(fillability) ? `${fillability}/${approval}/${filled}` : `${fillability}/${filled}`
  if (!row.late)
    differ(
      'derived',
      status(row.filled, row.fillability, row.approval),
      status(row.verdict_filled, row.verdict, row.verdict_approval),
    )
  const seaport = seaportOfKind(chain, row.kind)
  const counter = facts.counter(seaport, row.maker)
  if (counter !== undefined && !row.unsettled) differ('counter', row.believed_counter, counter)
  const state = facts.order(seaport, row.id)
  if (state !== undefined) {
    const quantity = BigInt(row.quantity)
    const filled = state.size === 0n ? 0n : (quantity * state.filled) / state.size
    differ('filled', BigInt(row.verdict_filled) >= quantity ? quantity : row.verdict_filled, filled)
    // A filled order may be cancelled as well, which changes nothing.
    if (filled < quantity) differ('cancelled', row.cancelled, state.cancelled || row.zone_cancelled)
  }
  // Where Seaport does not answer, the node has no state of the block.
  if (!isOpen(row.verdict) || counter === undefined) return found
  if (row.side === 'buy') {
    if (row.unsettled) return found
    differ(
      'means',
      `${row.funds} ${row.allowed}`,
      `${facts.balance(row.currency, row.maker)} ${facts.allowance(row.currency, row.maker, row.conduit)}`,
    )
  } else {
    const tokenId = BigInt(row.token_id ?? 0)
    differ('held', row.held, facts.held(row.token_kind, row.contract, tokenId, row.maker))
    differ('operator', row.operated, facts.isOperator(row.contract, row.maker, row.conduit))
  }
  return found
}

/** The value on chain of a fact that events report. */
function readingOf(
  chain: ChainDeps,
  row: ComparedOrder,
  { of, onChain }: Difference,
): readonly FactReading[] {
  if (!isFact(of)) return []
  const value = onChain === 'true' ? 1n : onChain === 'false' ? 0n : BigInt(onChain)
  const [owner, contract] = [row.maker, row.contract]
  if (of === 'held') return [{ fact: of, contract, owner, subject: row.token_id ?? '', value }]
  if (of === 'operator') return [{ fact: of, contract, owner, subject: row.conduit, value }]
  return [{ fact: of, contract: seaportOfKind(chain, row.kind), owner, subject: row.id, value }]
}

const keyOf = ({ fact, contract, owner, subject }: FactKey): string =>
  `${fact}|${contract}|${owner}|${subject}`

const isFact = (of: Difference['of']): of is Exclude<FactReading['fact'], 'signed'> =>
  ['held', 'operator', 'filled', 'cancelled'].includes(of)

/** Blocks came faster than some orders could be compared with the chain: nothing is known of them, and nothing wrong. */
export class ChainMovedError extends Error {
  override readonly name = 'ChainMovedError'
}

/** One piece of a recount. */
export type Recounted = {
  readonly looked: number
  readonly differences: readonly Difference[]
  /** Ids of the orders of which the chain answered. */
  readonly answered: readonly string[]
  /** Where the next piece starts; `undefined` after the last one. */
  readonly next: string | undefined
}

const nothing: Recounted = { looked: 0, differences: [], answered: [], next: undefined }

/**
 * Compares some orders with a computation from scratch and with the chain at the stored head. A status that does not
 * follow from the stored facts is derived again, and what the chain says of counters, balances, allowances, holdings and
 * operators is stored. Whether events of a fact were lost is left to the indexer.
 * @param after the id after which to start; empty for the first piece.
 * @throws {ChainMovedError} when blocks come faster than this many orders can be compared.
 */
export const recount = (chain: ChainDeps, after: string, limit: number): Promise<Recounted> =>
  compare(chain, { after, limit })

/** As {@link recount}, for the orders of these ids. */
export const recountOrders = (chain: ChainDeps, ids: readonly string[]): Promise<Recounted> =>
  compare(chain, { ids })

/** The smallest number of orders that are compared at once before blocks count as too fast. */
const fewest = 4

/**
 * Compares as many orders at once as fit between two blocks: half as many after each time that they did not.
 * @param compareSome compares so many orders.
 * @returns what it found, and the number that fitted, with which the next piece begins.
 * @throws {ChainMovedError} when not even a few orders fit.
 */
export async function recountFitting(
  most: number,
  compareSome: (size: number) => Promise<Recounted>,
): Promise<Recounted & { readonly size: number }> {
  for (let size = most; ; size = Math.ceil(size / 2))
    try {
      return { ...(await compareSome(size)), size }
    } catch (cause) {
      if (!(cause instanceof ChainMovedError) || size <= fewest) throw cause
    }
}

async function compare(chain: ChainDeps, batch: Batch): Promise<Recounted> {
  const chainId = chain.config.id
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const head = await readHead(chain.db, chainId)
    if (head === undefined) return nothing
    const early = await readComparedOrders(chain.db, chainId, batch, unixTime(chain.clock))
    if (early.length === 0) return nothing
    const facts = await chain.live.read(
      early.flatMap((row) => questionsAbout(chain, row)),
      head.number,
    )
    const signed = await askContracts(chain, early)
    const block = await chain.reads.client.getBlock({ blockNumber: BigInt(head.number) })
    // Rows that changed meanwhile would be compared with another moment of the chain.
    const done = await chain.db.transaction(async (tx) => {
      await takeUpdateLock(tx, chainId)
      // Orders end by the clock while the chain is asked: their statuses are those of now, not of the beginning.
      const now = unixTime(chain.clock)
      const newest = await readHead(tx, chainId)
      const rows = await readComparedOrders(tx, chainId, batch, now)
      if (block.hash !== head.hash || newest?.hash !== head.hash) return undefined
      if (JSON.stringify(rows) !== JSON.stringify(early)) return undefined
      const found = rows.flatMap((row) => contradictions(chain, row, facts))
      const news = await correct(tx, chain, { rows, found, facts, block: head.number, now })
      await saveContractAnswers(tx, chain, rows, signed, { block: head.number, now })
      const isLast = 'ids' in batch || rows.length < batch.limit
      const answered = rows.filter(
        ({ maker, kind }) => facts.counter(seaportOfKind(chain, kind), maker) !== undefined,
      )
      const recounted: Recounted = {
        looked: rows.length,
        differences: found,
        answered: answered.map(({ id }) => id),
        next: isLast ? undefined : rows.at(-1)?.id,
      }
      return { recounted, news }
    })
    if (done === undefined) continue
    note(chain, done.recounted.looked, done.news)
    return done.recounted
  }
  throw new ChainMovedError('The chain head changed during every attempt to compare orders with the chain.')
}

type Compared = {
  readonly rows: readonly ComparedOrder[]
  readonly found: readonly Difference[]
  readonly facts: LiveFacts
  readonly block: number
  readonly now: number
}

/** Stores what the chain says where it differs, and derives what follows from it. @returns the differences that are new. */
async function correct(
  tx: Transaction,
  chain: ChainDeps,
  { rows, found, facts, block, now }: Compared,
): Promise<readonly Difference[]> {
  if (found.length === 0) return []
  const { id: chainId, startBlock } = chain.config
  const byId = new Map<string, ComparedOrder>(rows.map((row) => [row.id, row]))
  const about = found.flatMap((one) => {
    const row = byId.get(one.id)
    return row === undefined ? [] : [{ one, row }]
  })
  const of = (kind: Difference['of']): readonly ComparedOrder[] =>
    about.filter(({ one }) => one.of === kind).map(({ row }) => row)
  const counters = of('counter').map(
    ({ maker, kind }): CounterReading => ({
      maker,
      kind,
      counter: facts.counter(seaportOfKind(chain, kind), maker) ?? 0n,
    }),
  )
  const means = of('means').map(
    ({ maker, currency, conduit }): FundsReading => ({
      maker,
      currency,
      conduit,
      funds: facts.balance(currency, maker),
      allowed: facts.allowance(currency, maker, conduit),
    }),
  )
  const unique = [...new Map(counters.map((one) => [`${one.maker}${one.kind}`, one])).values()]
  const makers = await settleCounters(tx, chainId, unique)
  const makerFunds = await saveFunds(tx, chainId, means, true)
  const readings = about.flatMap(({ one, row }) => readingOf(chain, row, one))
  const saved = await saveFactReadings(tx, chainId, readings, block, startBlock)
  const touched = { ...touchedByReadings(saved), orders: about.map(({ row }) => row.id), makers, makerFunds }
  await publishTouched(tx, chainId, touched, 'all', now)
  const news = new Set(saved.map(keyOf))
  return about
    .filter(({ one, row }) => readingOf(chain, row, one).every((reading) => news.has(keyOf(reading))))
    .map(({ one }) => one)
}

/** Counts and reports differences. Facts of events are counted when it is known whether an event was lost. */
function note(chain: ChainDeps, looked: number, differences: readonly Difference[]): void {
  const { found } = chain.recounts
  chain.recounts.looked += looked
  for (const one of differences) {
    if (!isFact(one.of)) found.set(one.of, (found.get(one.of) ?? 0) + 1)
    chain.log.warn(
      { order: one.id, of: one.of, stored: one.stored, chain: one.onChain },
      'an order differs from the chain',
    )
  }
}
