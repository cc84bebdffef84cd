'use client'

import type { Chain, CurrencyRate } from '@sluice/core'
import { useState } from 'react'
import { useRates } from '../../hooks/reads.ts'
import { decimalText } from '../../kit/parseAmount.ts'
import type { Money } from '../flow.ts'
import { againstFloor } from '../lowPrices.ts'
import { isSameCoin } from '../money.ts'

/** An offer far above the lowest listing, which the user has to confirm before the form can be. */
export type HighPrice = {
  /** How far the price is above the lowest listing, in 1/10000. */
  readonly aboveBps: number
  readonly confirmed: boolean
  /** Confirms exactly these figures: when the price or the listing changes, the confirmation is void. */
  readonly setConfirmed: (confirmed: boolean) => void
}

/** From how far above the lowest listing on an offer is confirmed, in 1/10000. */
const farAbove = 2_000

/**
 * Returns a function that says whether a price is far above the lowest listing, and keeps whether it was confirmed. In
 * currencies that are not the same coin both are compared by the provider's rates, as far as it has them.
 */
export function useHighPrice(chain: Chain, lowest: Money | undefined, currency: string | undefined) {
  const [agreed, setAgreed] = useState<string>()
  const differ =
    lowest !== undefined && currency !== undefined && !isSameCoin(chain, lowest.currency, currency)
  const { data: rates = [] } = useRates({ chainId: chain.id, enabled: differ })
  return (price: Money | undefined): HighPrice | undefined => {
    if (price === undefined || lowest === undefined) return undefined
    const aboveBps = againstFloor(chain, price, lowest) ?? byRates(rates, price, lowest)
    if (aboveBps === undefined || aboveBps < farAbove) return undefined
    const figures = [price, lowest].map(({ amount, currency: of }) => `${of}:${amount}`).join()
    return {
      aboveBps,
      confirmed: agreed === figures,
      setConfirmed: (confirmed) => setAgreed(confirmed ? figures : undefined),
    }
  }
}

/** How far a price is above another one of another currency, in 1/10000; `undefined` without rates of both. */
export function byRates(
  rates: readonly Pick<CurrencyRate, 'contract' | 'values'>[],
  price: Money,
  lowest: Money,
): number | undefined {
  const values = (of: Money) => rates.find(({ contract }) => contract === of.currency)?.values ?? {}
  const code = Object.keys(values(price)).find((known) => known in values(lowest))
  if (code === undefined) return undefined
  const worth = (of: Money) => Number(decimalText(of.amount, of.decimals)) * (values(of)[code] ?? 0)
  const ratio = worth(price) / worth(lowest)
  return Number.isFinite(ratio) && ratio > 0 ? Math.floor((ratio - 1) * 10_000) : undefined
}
