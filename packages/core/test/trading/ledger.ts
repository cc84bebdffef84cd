import { decodeLog, seaportTopics } from '@sluice/seaport'
import { type Address, type Hex, zeroAddress } from 'viem'
import {
  amountAt,
  type Chain,
  type Entry,
  exchangeOf,
  key,
  moneyOf,
  type Reader,
  sizeOf,
  type World,
} from './truth.ts'

/** What happened to an order in a transaction. */
export type Fill = {
  readonly entry: Entry
  readonly token: string
  readonly units: bigint
  readonly hash: Hex
  readonly sender: Address
  /** Unix seconds. */
  readonly time: bigint
}

/** Sums by `account|asset`. */
export class Ledger {
  readonly sums = new Map<string, bigint>()
  add(account: string, asset: string, amount: bigint): void {
    const at = key(account, asset)
    this.sums.set(at, (this.sums.get(at) ?? 0n) + amount)
  }
  move(from: string, to: string, asset: string, amount: bigint): void {
    this.add(from, asset, -amount)
    this.add(to, asset, amount)
  }
}

export type Mined = {
  readonly fills: readonly Fill[]
  readonly hashes: readonly Hex[]
  readonly reverted: number
  /** Fills that a reorganisation took back. */
  readonly undone?: readonly Fill[]
}

/** Reads all that was mined after a block, books its gas, and tells which orders were filled. */
export async function readMined(
  reader: Reader,
  chain: Chain,
  book: ReadonlyMap<Hex, Entry>,
  after: bigint,
  until: bigint,
  ledger: Ledger,
): Promise<Mined> {
  const fills: Fill[] = []
  const hashes: Hex[] = []
  let reverted = 0
  const exchanges = (['1.6', '1.5'] as const).map((version) => exchangeOf(chain, version).toLowerCase())
  for (let number = after + 1n; number <= until; number += 1n) {
    const { transactions, timestamp } = await reader.getBlock({ blockNumber: number })
    for (const hash of transactions) {
      const receipt = await reader.getTransactionReceipt({ hash })
      hashes.push(hash)
      ledger.add(receipt.from, zeroAddress, -(receipt.gasUsed * receipt.effectiveGasPrice))
      if (receipt.status !== 'success') reverted += 1
      for (const log of receipt.logs) {
        if (!exchanges.includes(log.address.toLowerCase()) || log.topics[0] !== seaportTopics.OrderFulfilled)
          continue
        const event = decodeLog(log as never)
        if (event?.name !== 'OrderFulfilled') continue
        const entry = book.get(event.orderHash)
        // The other half of a match is the taker's own and unsigned.
        if (entry === undefined) continue
        const nft = [...event.offer, ...event.consideration].find(({ itemType }) => itemType > 1)!
        fills.push({
          entry,
          token: `${nft.token.toLowerCase()}:${nft.identifier}`,
          units: nft.amount,
          hash,
          sender: receipt.from.toLowerCase() as Address,
          time: timestamp,
        })
      }
    }
  }
  return { fills, hashes, reverted }
}

/** Books a fill as its order says; answers what the taker pays, or gets. */
export function bookFill(
  ledger: Ledger,
  { entry, token, units, time }: Fill,
  taker: string,
  receiver = taker,
): bigint {
  const { order, side } = entry
  const all = sizeOf(entry)
  const maker = order.offerer
  const money = moneyOf(entry).token
  const paid = order.consideration.filter(({ itemType }) => itemType <= 1)
  const amount = (item: (typeof paid)[number]) => amountAt(item, entry, units, all, time)
  if (side === 'sell') {
    let cost = 0n
    for (const item of paid) {
      cost += amount(item)
      ledger.move(taker, item.recipient, money, amount(item))
    }
    ledger.move(maker, receiver, token, units)
    return cost
  }
  const gross = (moneyOf(entry).startAmount * units) / all
  ledger.move(maker, taker, money, gross)
  for (const item of paid) ledger.move(taker, item.recipient, money, amount(item))
  ledger.move(taker, maker, token, units)
  return gross - paid.reduce((sum, item) => sum + amount(item), 0n)
}

/** What moved otherwise than was agreed. */
export function differences(before: World, after: World, ledger: Ledger): readonly string[] {
  const keys = new Set([...before.balances.keys(), ...after.balances.keys(), ...ledger.sums.keys()])
  return [...keys].flatMap((at) => {
    const moved = (after.balances.get(at) ?? 0n) - (before.balances.get(at) ?? 0n)
    const agreed = ledger.sums.get(at) ?? 0n
    return moved === agreed ? [] : [`${at}: moved ${moved}, agreed ${agreed}`]
  })
}
