'use client'

import type { Chain, Collection } from '@sluice/core'
import { useState } from 'react'
import type { ReadResult } from '../hooks/reads.ts'
import type { InvalidReason } from '../locales/codes.ts'
import type { Money } from './flow.ts'
import { isSameCoin } from './money.ts'

/** A price for one unit that is less than half of the cheapest listing of the collection. */
export type LowPrice = {
  /** `contract:tokenId`. */
  readonly ref: string
  readonly price: Money
  readonly floor: Money
  /** How far the price is below the floor, in 1/10000. */
  readonly belowBps: number
}

/** Prices far below the floor, which the user has to confirm before the form can be. */
export type LowPrices = {
  readonly prices: readonly LowPrice[]
  readonly confirmed: boolean
  /** Confirms exactly these figures: when a price or a floor changes, the confirmation is void. */
  readonly setConfirmed: (confirmed: boolean) => void
}

/** Tokens whose floor could not be read, or is not known: a price far below it is not noticed. */
export type UnknownFloor = {
  /** `contract:tokenId` of each. */
  readonly refs: readonly string[]
  /** Reads the floor again. */
  readonly retry: () => void
}

/** The token, if the read of its collection brought no floor to compare with; none is read for a token without one. */
export const unknownFloorOf = (
  ref: string,
  collection: Pick<ReadResult<Collection | null>, 'data' | 'isPending' | 'refetch'> | undefined,
): UnknownFloor | undefined =>
  collection === undefined || collection.isPending || collection.data != null
    ? undefined
    : { refs: [ref.toLowerCase()], retry: () => void collection.refetch() }

/** A price of one unit, and the floor that it is compared with. */
export type ComparedPrice = Pick<LowPrice, 'ref' | 'price'> & { readonly floor: Money | undefined }

/** How far a price is above a floor, or below it if negative, in 1/10000; `undefined` if they cannot be compared. */
export function againstFloor(chain: Chain, price: Money, floor: Money | undefined): number | undefined {
  if (floor === undefined || floor.amount === 0n || !isSameCoin(chain, floor.currency, price.currency))
    return undefined
  return Number(((price.amount - floor.amount) * 10_000n) / floor.amount)
}

/** How far a price is below a floor, in 1/10000; `undefined` if it is not below, or cannot be compared. */
export function belowFloor(chain: Chain, price: Money, floor: Money | undefined): number | undefined {
  const above = againstFloor(chain, price, floor)
  return above === undefined || floor === undefined || price.amount >= floor.amount ? undefined : -above
}

/** Returns a function that finds the prices far below their floors, and keeps whether they were confirmed. */
export function useLowPrices(chain: Chain): (prices: readonly ComparedPrice[]) => LowPrices | undefined {
  const [agreed, setAgreed] = useState<string>()
  return (compared) => {
    const prices = compared.flatMap(({ ref, price, floor }): readonly LowPrice[] => {
      const belowBps = belowFloor(chain, price, floor)
      return floor === undefined || belowBps === undefined || price.amount * 2n >= floor.amount
        ? []
        : [{ ref, price, floor, belowBps }]
    })
    if (prices.length === 0) return undefined
    const figures = prices
      .map(({ ref, price, floor }) => [ref, price.currency, price.amount, floor.amount].join(':'))
      .join()
    return {
      prices,
      confirmed: agreed === figures,
      setConfirmed: (confirmed) => setAgreed(confirmed ? figures : undefined),
    }
  }
}

/** What is wrong with the price that a falling one ends at: it is above zero and below the one it starts at. */
export function whyNotEnd(
  unit: bigint | InvalidReason,
  endUnit: bigint | InvalidReason,
): InvalidReason | undefined {
  if (typeof unit !== 'bigint') return undefined
  if (typeof endUnit !== 'bigint') return endUnit === 'no_price' ? 'bad_end_price' : endUnit
  return endUnit > 0n && endUnit < unit ? undefined : 'bad_end_price'
}
