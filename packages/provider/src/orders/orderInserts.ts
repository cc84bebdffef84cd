import { numberToHex, zeroAddress } from 'viem'
import { Overload } from '../chain/overload.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { insertBidders } from '../storage/chain/facts.ts'
import type { Database } from '../storage/connection/database.ts'
import { insertOrders, type NewOrder, renewWords } from '../storage/orders/orders.ts'
import { raiseCounters, savePurses } from '../storage/orders/readings.ts'
import { cancelInZone, replacedBy } from '../storage/orders/zoneCancels.ts'
import { type NewEvent, publish } from '../storage/service/outbox.ts'
import { besideIndexer, besideIndexerInTurn, deriveTouched, statusEvent } from './status.ts'

/** A checked order, with the block up to which the book knew the chain before it was checked. */
export type CheckedOrder = { readonly order: NewOrder; readonly head: string | undefined }

/** Writes orders durably, many posts to one commit. */
export type Intake = {
  /**
   * Resolves once all are on disk, to the ids of bids that were checked against an older block than the book
   * knows by now: their maker's means have to be read again.
   */
  store(orders: readonly CheckedOrder[]): Promise<readonly string[]>
  /** Checks and stores so many orders, unless too many are in hand already. @throws {Overload} */
  within<T>(count: number, work: () => Promise<T>): Promise<T>
}

type Waiting = {
  readonly orders: readonly CheckedOrder[]
  readonly done: (stale: readonly string[]) => void
  readonly fail: (cause: unknown) => void
}

/** Orders in one transaction at most; a larger post goes alone. */
const batch = 500
/** Orders in hand at once: a few seconds of work, and no more of memory than that. */
const most = 10_000

const standIn = ({ order: { components, maker } }: CheckedOrder) => ({
  salt: numberToHex(components.salt, { size: 32 }),
  maker,
  zone: components.zone,
})

/** The counter that the chain named when the order was checked: an order with another one is refused. */
const counterOf = ({ maker, version, components }: NewOrder) => ({
  maker,
  kind: `seaport-v${version}` as const,
  counter: components.counter,
})

/** While one commit is on its way to the disk, the next one gathers: under load the commits grow, not the queue. */
export function createIntake(db: Database, chainId: number, clock: () => number): Intake {
  let waiting: Waiting[] = []
  let writing = false
  let inHand = 0

  const write = async (orders: readonly CheckedOrder[]): Promise<ReadonlySet<string>> =>
    db.transaction(async (tx) => {
      const inZone = orders.filter(({ order }) => order.components.zone !== zeroAddress)
      // An order in our zone may stand in for another one, whose status then changes; a contract may sign one anew;
      // and what was read of a maker's means and counter is true of the other orders of the same maker.
      const changing =
        inZone.length > 0 ||
        orders.some(
          ({ order }) =>
            order.signedBy === 'contract' || order.side === 'buy' || order.components.counter > 0n,
        )
      await (changing ? besideIndexerInTurn(tx, chainId) : besideIndexer(tx, chainId))
      const unique = [...new Map(orders.map(({ order }) => [order.id, order])).values()]
      const now = Math.floor(clock() / 1000)
      const counters = await raiseCounters(tx, chainId, unique.map(counterOf))
      const bids = orders.filter(({ order }) => order.side === 'buy')
      const purses = await savePurses(
        tx,
        chainId,
        bids.map(({ order }) => order),
        false,
      )
      const fresh = await insertOrders(tx, chainId, unique, now)
      await renewWords(tx, chainId, unique)
      const replaced = await replacedBy(tx, chainId, inZone.map(standIn))
      await cancelInZone(tx, chainId, replaced)
      const touched = { orders: replaced, makers: counters, purses }
      const changed = await deriveTouched(tx, chainId, touched, 'open', now)
      const news = fresh.flatMap((order): readonly NewEvent[] => {
        const { id, side, maker, contract, token_id: tokenId } = order
        return [
          { kind: 'order', payload: { id, side, maker, contract, tokenId, status: 'new' } },
          statusEvent(order),
        ]
      })
      const head = bids.length === 0 ? undefined : await readHead(tx, chainId)
      if (head !== undefined)
        await insertBidders(
          tx,
          chainId,
          head,
          bids.map(({ order }) => order.maker),
        )
      await publish(tx, chainId, [...news, ...changed])
      return new Set(bids.filter((one) => one.head !== head?.hash).map(({ order }) => order.id))
    })

  const take = (): Waiting[] => {
    let count = 0
    let size = 0
    for (const { orders } of waiting) {
      if (count > 0 && size + orders.length > batch) break
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
      const taken = take()
      try {
        const stale = await write(taken.flatMap(({ orders }) => orders))
        for (const { orders, done } of taken)
          done(orders.map(({ order }) => order.id).filter((id) => stale.has(id)))
      } catch (cause) {
        for (const { fail } of taken) fail(cause)
      }
    }
    writing = false
  }

  return {
    store: (orders) =>
      new Promise((done, fail) => {
        waiting.push({ orders, done, fail })
        void run()
      }),
    within: async (count, work) => {
      if (inHand > 0 && inHand + count > most) throw new Overload('Too many orders are on their way in.')
      inHand += count
      try {
        return await work()
      } finally {
        inHand -= count
      }
    },
  }
}
