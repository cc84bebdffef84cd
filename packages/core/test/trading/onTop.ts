import type { Ledger } from './ledger.ts'
import { type Context, low } from './plan.ts'
import { type Entry, key, moneyOf, nftOf, sizeOf } from './truth.ts'

export const royaltyOn = (context: Context, entry: Entry, units: bigint): bigint => {
  const { floor } = context
  const collection = floor.chain.contracts.collections.find(
    ({ address }) => low(address) === low(nftOf(entry).token),
  )
  const artist = floor.watched.holders[6]
  if (collection?.royaltyBps === undefined) return 0n
  const part = (amount: bigint) => (amount * units) / sizeOf(entry)
  const paid = entry.order.consideration.filter(({ itemType }) => itemType <= 1)
  const all = entry.side === 'buy' ? [moneyOf(entry)] : paid
  const gross = all.reduce((sum, item) => sum + part(item.startAmount), 0n)
  const fees = entry.side === 'buy' ? paid : paid.slice(1)
  const given = fees.reduce(
    (sum, item) => sum + (item.recipient === artist ? part(item.startAmount) : 0n),
    0n,
  )
  const whole = (gross * BigInt(collection.royaltyBps)) / 10_000n
  return whole > given ? whole - given : 0n
}

/**
 * Books a fee on top. It is a whole number per unit, as every part of an order is: of several units it may be
 * smaller by less than one base unit for each.
 */
export function bookTip(
  ledger: Ledger,
  moved: (account: string, asset: string) => bigint,
  payer: string,
  money: string,
  { receiver, amount }: { readonly receiver: string; readonly amount: bigint },
  units: bigint,
): readonly string[] {
  const paid = moved(receiver, money) - (ledger.sums.get(key(receiver, money)) ?? 0n)
  ledger.move(payer, receiver, money, paid)
  return paid <= amount && amount - paid < units ? [] : [`${receiver} got a fee of ${paid}, agreed ${amount}`]
}

/**
 * Books royalties on top for the artist of all collections. What an order pays already is rounded by itself, so that
 * what is left may be smaller by one base unit for each unit sold; a fee agreed for the same artist is booked apart.
 */
export function bookRoyalty(
  { floor }: Context,
  ledger: Ledger,
  moved: (account: string, asset: string) => bigint,
  payer: string,
  money: string,
  royalties: bigint,
  feesOnTop: readonly { readonly receiver: string; readonly amount: bigint }[],
  units: bigint,
): readonly string[] {
  const artist = floor.watched.holders[6]!
  const fees = feesOnTop.reduce((sum, { receiver, amount }) => (receiver === artist ? sum + amount : sum), 0n)
  const paid = moved(artist, money) - (ledger.sums.get(key(artist, money)) ?? 0n) - fees
  ledger.move(payer, artist, money, paid)
  const short = royalties - paid
  return short >= 0n && short <= units ? [] : [`the artist got ${paid} on top, owed ${royalties}`]
}
