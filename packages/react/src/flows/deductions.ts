import type { Client, Collection, PaymentToken } from '@sluice/core'
import type { Money } from './flow.ts'
import { moneyOfToken, shareOf } from './money.ts'

/** A share of the price that somebody other than the seller receives. */
export interface Deduction {
  readonly kind: 'royalty' | 'marketplace'
  /** 1/10000 of the price. */
  readonly bps: number
  readonly money: Money
}

/** One listing: the price of all its units in base units, and its collection where that is known. */
type Priced = { readonly collection: Collection | undefined; readonly amount: bigint }

/** What is deducted from the prices of listings together: one entry per kind and share. */
export function deductionsOf(
  client: Client,
  currency: PaymentToken,
  listings: readonly Priced[],
): readonly Deduction[] {
  const marketplace = client.marketplaceFees.reduce((sum, fee) => sum + Number(fee.split(':')[1] ?? 0), 0)
  const found = new Map<string, Deduction>()
  const add = (kind: Deduction['kind'], bps: number, amount: bigint) => {
    if (bps <= 0) return
    const key = `${kind}:${bps}`
    const sum = (found.get(key)?.money.amount ?? 0n) + shareOf(amount, bps)
    found.set(key, { kind, bps, money: moneyOfToken(currency, sum) })
  }
  for (const { collection, amount } of listings)
    add('royalty', client.automatedRoyalties === false ? 0 : (collection?.royalties?.bps ?? 0), amount)
  for (const { amount } of listings) add('marketplace', marketplace, amount)
  return [...found.values()]
}
