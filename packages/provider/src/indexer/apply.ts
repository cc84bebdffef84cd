import { zeroAddress } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { readMakerFunds } from '../orders/makerFunds.ts'
import { deleteBlock, insertBlocks, isOfChain, type StoredBefore, saveLogs } from '../storage/chain/blocks.ts'
import { payersOf, placeOf, placesOf } from '../storage/chain/factPlaces.ts'
import { deleteFacts, insertBidders, insertFacts } from '../storage/chain/facts.ts'
import { LeaseLostError } from '../storage/chain/leases.ts'
import { moveOwnerships, rebuildOwnerships } from '../storage/chain/ownerships.ts'
import { readWatched } from '../storage/chain/watched.ts'
import { allowLongWork, manyRows } from '../storage/connection/longWork.ts'
import { revertFactReadings, touchedByReadings } from '../storage/orders/factReadings.ts'
import { lockFacts } from '../storage/orders/lockFacts.ts'
import { unsettle } from '../storage/orders/readings.ts'
import { deriveTouched, type Holder, type Touched } from '../storage/orders/status.ts'
import { eventHours, type NewEvent, publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'
import type { BlockEvents } from './blockEvents.ts'

export type BlockHead = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: number
}

/** A collection was added or removed while the events of a block were read: they have to be read again. */
export class WatchedChange extends Error {
  override readonly name = 'WatchedChange'
}

/**
 * Another block became the newest stored one while blocks were read: a transaction was still under way when its connection
 * was lost. What follows that block has to be read.
 */
export class HeadChange extends Error {
  override readonly name = 'HeadChange'
}

/** A block with what was read of it. */
export type ReadBlock = {
  readonly head: BlockHead
  readonly facts: BlockEvents
  /** Hashes of all its transactions. */
  readonly transactions: readonly string[]
  /**
   * The digest of its logs, and whether they are not compared with its receipts any more: these have proven them, or the
   * block is far below the head, and has no digest. `null` with `certain` false are logs that its bloom contradicts.
   */
  readonly logs: { readonly digest: string | null; readonly certain: boolean }
}

/** The number of events that are stored of a block, and one for the block itself. */
export const sizeOf = ({ facts }: ReadBlock): number => facts.transfers.length + facts.fills.length + 1

/** Whether the events of blocks are so many that a transaction takes longer to store them than others may. */
export const areMany = (blocks: readonly ReadBlock[]): boolean =>
  blocks.reduce((sum, block) => sum + sizeOf(block), 0) > manyRows

/**
 * Whether the events of a block are published: those of an older block would be older than the events that are kept.
 */
export const isNews = (chain: ChainDeps, { head }: ReadBlock): boolean =>
  head.timestamp > chain.clock() / 1000 - eventHours * 3600

const touchedBy = (facts: readonly BlockEvents[]): Touched => ({
  orders: facts.flatMap(({ fills, cancels }) => [...fills, ...cancels].map(({ orderId }) => orderId)),
  makers: facts.flatMap(({ counters }) => counters),
  holders: holdersOf(
    facts.flatMap(({ transfers }) => transfers.map((one) => ({ ...one, tokenId: one.tokenId.toString() }))),
  ),
  operated: facts.flatMap(({ operators }) =>
    operators.map(({ owner, contract }) => ({ account: owner, contract })),
  ),
})

/** The numbers of blocks that were written. @throws {LeaseLostError | WatchedChange | HeadChange} */
export function checkWritten(
  { config }: ChainDeps,
  written: Awaited<ReturnType<typeof insertBlocks>>,
): ReadonlySet<number> {
  if (written === 'other-term') throw new LeaseLostError(`Chain ${config.id} is followed by another process.`)
  if (written === 'other-collections') throw new WatchedChange()
  if (written === 'other-head') throw new HeadChange()
  return written
}

/**
 * Writes blocks, oldest first, and everything derived from them in one transaction. A block that is stored already
 * changes nothing.
 * @param before what was stored when they were read.
 * @param near whether the node still has the state after the last of them.
 * @throws {WatchedChange | HeadChange}
 */
export async function applyBlocks(
  chain: ChainDeps,
  blocks: readonly ReadBlock[],
  before: StoredBefore,
  near: boolean,
): Promise<void> {
  const chainId = chain.config.id
  const payers = [...new Set(blocks.flatMap(({ facts }) => facts.payers))]
  const makerFunds = await readMakerFunds(chain, payers, near ? blocks.at(-1)?.head.number : undefined)
  const published = await chain.db.transaction(async (tx) => {
    if (areMany(blocks)) await allowLongWork(tx)
    const now = unixTime(chain.clock)
    const late = await lockFacts(tx, chainId, undefined, now)
    const written = checkWritten(
      chain,
      await insertBlocks(tx, chainId, blocks, { ...before, term: chain.term }),
    )
    const fresh = blocks.filter(({ head }) => written.has(head.number))
    if (fresh.length === 0) return publish(tx, chainId, late)
    const facts = fresh.map((one) => one.facts)
    await insertFacts(
      tx,
      chainId,
      fresh.map(({ head, facts }) => ({ block: head, facts })),
    )
    if (facts.some(({ transfers }) => transfers.length > 0))
      await moveOwnerships(
        tx,
        chainId,
        fresh.map(({ head }) => head.hash),
      )
    const paid = await makerFunds.write(tx)
    const isTold = (block: ReadBlock): boolean => near || isNews(chain, block)
    const last = fresh.at(-1)
    const changes = await deriveTouched(tx, chainId, { ...touchedBy(facts), makerFunds: paid }, 'open', now)
    return publish(tx, chainId, [
      ...late,
      ...changes,
      ...fresh.flatMap((block): readonly NewEvent[] => [
        ...(isTold(block) ? factEvents(block.facts) : []),
        ...(isTold(block) || block === last ? [blockEvent(block)] : []),
      ]),
    ])
  })
  chain.hub.committed(published)
}

/**
 * Replaces the facts of a block that was read incorrectly before. Only what was missing is published, and what was
 * derived from the wrong facts is derived again.
 * @param watched the mark of the collections whose events were read.
 * @throws {WatchedChange}
 */
export async function correctBlock(chain: ChainDeps, block: ReadBlock, watched: string): Promise<void> {
  const chainId = chain.config.id
  const { head, facts } = block
  const makerFunds = await readMakerFunds(chain, facts.payers)
  const now = unixTime(chain.clock)
  const published = await chain.db.transaction(async (tx) => {
    await allowLongWork(tx)
    const late = await lockFacts(tx, chainId, chain.term, now)
    // The facts of a collection that was discovered meanwhile would be deleted, and nothing would read them again.
    if ((await readWatched(tx, chainId)).mark !== watched) throw new WatchedChange()
    if (!(await isOfChain(tx, chainId, head))) return publish(tx, chainId, late)
    const moved = await placesOf(tx, chainId, 'transfers', head.hash)
    const sold = await placesOf(tx, chainId, 'fills', head.hash)
    const gone = await deleteFacts(tx, chainId, head.hash)
    await insertFacts(tx, chainId, [{ block: head, facts }])
    await insertBidders(tx, chainId, head, gone.payers)
    const touched = touchedBy([facts])
    await rebuildOwnerships(tx, chainId, [
      ...gone.transfers,
      ...facts.transfers.map((one) => ({ contract: one.contract, tokenId: one.tokenId.toString() })),
    ])
    const paid = await makerFunds.write(tx)
    await unsettle(tx, chainId, [...gone.payers, ...facts.payers], [...gone.makers, ...facts.counters])
    await saveLogs(tx, chainId, head, block.logs)
    const changes = await deriveTouched(
      tx,
      chainId,
      {
        orders: [...gone.orders, ...(touched.orders ?? [])],
        makerFunds: paid,
        makers: [...gone.makers, ...(touched.makers ?? [])],
        holders: [...holdersOf(gone.transfers), ...(touched.holders ?? [])],
        operated: [...gone.operators, ...(touched.operated ?? [])],
      },
      'all',
      now,
    )
    const missed = {
      ...facts,
      transfers: facts.transfers.filter((one) => !moved.has(placeOf(one))),
      fills: facts.fills.filter((one) => !sold.has(placeOf(one))),
    }
    return publish(tx, chainId, [...late, ...changes, ...factEvents(missed)])
  })
  chain.hub.committed(published)
}

/** Removes the newest block with its facts, and derives again everything that followed from them. */
export async function undoBlock(chain: ChainDeps, block: BlockHead): Promise<void> {
  const chainId = chain.config.id
  const accounts = await payersOf(chain.db, chainId, block.hash)
  const makerFunds = await readMakerFunds(chain, accounts)
  await chain.db.transaction(async (tx) => {
    await allowLongWork(tx)
    const now = unixTime(chain.clock)
    const late = await lockFacts(tx, chainId, chain.term, now)
    const gone = await deleteFacts(tx, chainId, block.hash)
    await deleteBlock(tx, chainId, block)
    await rebuildOwnerships(tx, chainId, gone.transfers)
    const paid = await makerFunds.write(tx)
    await unsettle(tx, chainId, accounts, gone.makers)
    const unread = touchedByReadings(await revertFactReadings(tx, chainId, block.number))
    const changes = await deriveTouched(
      tx,
      chainId,
      {
        orders: [...gone.orders, ...(unread.orders ?? [])],
        makerFunds: paid,
        makers: gone.makers,
        holders: [...holdersOf(gone.transfers), ...(unread.holders ?? [])],
        operated: [...gone.operators, ...(unread.operated ?? [])],
      },
      'all',
      now,
    )
    await publish(tx, chainId, [
      ...late,
      ...changes,
      { kind: 'reorg', payload: { number: block.number, hash: block.hash } },
    ])
  })
}

type Moved = {
  readonly contract: string
  readonly tokenId: string
  readonly from: string
  readonly to: string
}
const holdersOf = (transfers: readonly Moved[]): readonly Holder[] =>
  transfers.flatMap(({ contract, tokenId, from, to }) =>
    [from, to]
      .filter((account) => account !== zeroAddress)
      .map((account) => ({ account, contract, tokenId })),
  )

export const blockEvent = ({ head: { number, hash }, transactions }: ReadBlock): NewEvent => ({
  kind: 'block',
  payload: { number, hash, transactions },
})

function factEvents(facts: BlockEvents): readonly NewEvent[] {
  const sales = facts.fills.filter(({ sale }) => sale)
  return [
    ...sales.map((fill) => ({
      kind: 'sale',
      payload: {
        orderId: fill.orderId,
        txHash: fill.txHash,
        contract: fill.contract,
        tokenId: fill.tokenId.toString(),
        price: fill.price.toString(),
        currency: fill.currency,
        maker: fill.maker,
        taker: fill.taker,
      },
    })),
    ...facts.transfers.map((moved) => ({
      kind: 'transfer',
      payload: {
        txHash: moved.txHash,
        contract: moved.contract,
        tokenId: moved.tokenId.toString(),
        from: moved.from,
        to: moved.to,
        amount: moved.amount.toString(),
      },
    })),
  ]
}
