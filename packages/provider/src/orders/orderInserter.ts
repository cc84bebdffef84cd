import { type Address, numberToHex } from 'viem'
import { Overload } from '../chain/overload.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { insertBidders } from '../storage/chain/facts.ts'
import type { Database, Transaction } from '../storage/connection/database.ts'
import { requestRoyalties } from '../storage/metadata/royalties.ts'
import { takeBackRefusals } from '../storage/orders/factReadings.ts'
import { insertOrders, type NewOrder, type OrderStatus, renewSignatures } from '../storage/orders/orders.ts'
import { raiseCounters, saveFunds } from '../storage/orders/readings.ts'
import { deriveTouched, statusEvent, takeSharedLock, takeUpdateLock } from '../storage/orders/status.ts'
import { cancelInZone, replacedBy } from '../storage/orders/zoneCancels.ts'
import { type NewEvent, publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'

/** A verified order, with the head of the stored chain before it was verified. */
export type VerifiedOrder = { readonly order: NewOrder; readonly head: string | undefined }

/** What is to be done about orders that were inserted, by their ids. */
export type Inserted = {
  /**
   * Bids that were verified against an older head than the stored one: the balances and allowances of their makers have
   * to be read again.
   */
  readonly stale: ReadonlySet<string>
  /** Orders that were in the book before, or that came together with the same one for another Seaport. */
  readonly known: ReadonlySet<string>
}

/** Inserts orders durably, many posts in one commit. */
export type OrderInserter = {
  /** Resolves once all are on disk. What it says may be of orders of other posts as well. */
  insert(orders: readonly VerifiedOrder[]): Promise<Inserted>
  /** Runs `work` for so many orders, unless too many are in progress. @throws {Overload} */
  withinLimit<T>(count: number, work: () => Promise<T>): Promise<T>
  inProgress(): number
}

type Waiting = {
  readonly orders: readonly VerifiedOrder[]
  readonly done: (inserted: Inserted) => void
  readonly fail: (cause: unknown) => void
}

/** The most orders of one transaction; a larger post has its own. */
const batchSize = 500
/** The most orders in progress: a few seconds of work, which bounds memory as well. */
const maxInProgress = 10_000

const replacementOf = ({ order: { components, maker } }: VerifiedOrder) => ({
  salt: numberToHex(components.salt, { size: 32 }),
  maker,
  zone: components.zone,
})

/** The counter that the chain returned when the order was verified: an order with another one is rejected. */
const counterOf = ({ maker, version, components }: NewOrder) => ({
  maker,
  kind: `seaport-v${version}` as const,
  counter: components.counter,
})

const eventsOfNew = (order: OrderStatus): readonly NewEvent[] => {
  const { id, side, maker, contract, token_id: tokenId } = order
  const created = { kind: 'order', payload: { id, side, maker, contract, tokenId, status: 'new' } } as const
  return [created, statusEvent(order)]
}

/**
 * Whether storing orders may change the status of others: an order in our zone may replace one, a contract may sign one
 * again, and the balance, allowance and counter that were read apply to the maker's other orders as well.
 */
const mayChangeOthers = (orders: readonly VerifiedOrder[], inZone: readonly VerifiedOrder[]): boolean =>
  inZone.length > 0 ||
  orders.some(
    ({ order }) => order.signedBy === 'contract' || order.side === 'buy' || order.components.counter > 0n,
  )

/** Stores orders, with everything that follows from them, in one transaction. */
async function writeOrders(
  tx: Transaction,
  chainId: number,
  orders: readonly VerifiedOrder[],
  zone: Address | undefined,
  clock: () => number,
): Promise<Inserted> {
  const inZone = zone === undefined ? [] : orders.filter(({ order }) => order.components.zone === zone)
  await (mayChangeOthers(orders, inZone) ? takeUpdateLock(tx, chainId) : takeSharedLock(tx, chainId))
  const now = unixTime(clock)
  const byId = new Map(orders.map(({ order }) => [order.id, order]))
  const unique = [...byId.values()]
  const bids = orders.filter(({ order }) => order.side === 'buy')
  const makers = await raiseCounters(tx, chainId, unique.map(counterOf))
  const paying = bids.map(({ order }) => order)
  const makerFunds = await saveFunds(tx, chainId, paying, false)
  const inserted = await insertOrders(tx, chainId, unique, now)
  // They were allowed just now: what is stored of the transfer validator is out of date.
  const outdated = inserted.filter(({ approval }) => approval === 'barred')
  const collections = outdated.map(({ contract }) => contract)
  await requestRoyalties(tx, chainId, collections)
  await renewSignatures(tx, chainId, unique)
  const signed = unique.filter(({ signedBy }) => signedBy === 'contract').map(({ id }) => id)
  const signedAgain = await takeBackRefusals(tx, chainId, signed)
  const replaced = await replacedBy(tx, chainId, inZone.map(replacementOf))
  await cancelInZone(tx, chainId, replaced)
  const touched = { orders: [...replaced, ...signedAgain], makers, makerFunds }
  const changed = await deriveTouched(tx, chainId, touched, 'open', now)
  const head = bids.length === 0 ? undefined : await readHead(tx, chainId)
  const bidders = paying.map(({ maker }) => maker)
  if (head !== undefined) await insertBidders(tx, chainId, head, bidders)
  await publish(tx, chainId, [...inserted.flatMap(eventsOfNew), ...changed])
  const fresh = new Set(inserted.map(({ id }) => id))
  const isNew = ({ id, version }: NewOrder) => fresh.has(id) && byId.get(id)?.version === version
  return {
    stale: new Set(bids.filter((bid) => bid.head !== head?.hash).map(({ order }) => order.id)),
    known: new Set(orders.flatMap(({ order }) => (isNew(order) ? [] : [order.id]))),
  }
}

/**
 * While one transaction is committed, posts gather for the next one: under load commits grow, not the queue.
 * @param zone of ours, whose orders may replace one another.
 */
export function createOrderInserter(
  db: Database,
  chainId: number,
  clock: () => number,
  zone?: Address,
): OrderInserter {
  let waiting: Waiting[] = []
  let writing = false
  let inProgress = 0

  const nextBatch = (): Waiting[] => {
    let count = 0
    let size = 0
    for (const { orders } of waiting) {
      if (count > 0 && size + orders.length > batchSize) break
      size += orders.length
      count += 1
    }
    const taken = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return taken
  }
  const run = async (): Promise<void> => {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      const taken = nextBatch()
      try {
        const orders = taken.flatMap((one) => one.orders)
        const inserted = await db.transaction((tx) => writeOrders(tx, chainId, orders, zone, clock))
        for (const { done } of taken) done(inserted)
      } catch (cause) {
        for (const { fail } of taken) fail(cause)
      }
    }
    writing = false
  }

  return {
    inProgress: () => inProgress,
    insert: (orders) =>
      new Promise((done, fail) => {
        waiting.push({ orders, done, fail })
        void run()
      }),
    withinLimit: async (count, work) => {
      if (inProgress > 0 && inProgress + count > maxInProgress)
        throw new Overload('Too many orders are being posted.', 'orders-in-progress')
      inProgress += count
      try {
        return await work()
      } finally {
        inProgress -= count
      }
    },
  }
}
