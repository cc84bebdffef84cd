'use client'

import type { CurrencyRate } from '@sluice/core'
import type { ReactNode } from 'react'
import type { Money } from '../flows/flow.ts'
import { useRates } from '../hooks/reads.ts'
import type { Formats } from '../kit/formats.ts'
import { decimalText } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'

/** More than this is a mistake or a lie, not a price. */
const most = 1e15

/**
 * About how much an amount is in another currency, in the way a language writes it: `≈ $12.34`. `undefined` if the
 * rate does not name that currency, and for nothing at all.
 */
export function estimateText(
  of: Pick<Money, 'amount' | 'decimals'>,
  rate: Pick<CurrencyRate, 'values'> | undefined,
  currency: string,
  formats: Formats,
): string | undefined {
  const worth = Number(decimalText(of.amount, of.decimals)) * (rate?.values[currency] ?? 0)
  if (!(worth > 0 && worth < most)) return undefined
  const format = formats.currency(currency)
  const smallest = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 2)
  return worth < smallest ? `< ${format.format(smallest)}` : `≈ ${format.format(worth)}`
}

export type EstimateProps = {
  /** The amount, and the contract of its currency. */
  readonly of: Pick<Money, 'amount' | 'currency' | 'decimals'>
  /** The chain of the currency; the client's active chain by default. */
  readonly chainId?: number | undefined
  /** As `currency` of `SluiceProvider`, and instead of it. */
  readonly currency?: string | undefined
}

/**
 * What an amount is worth in the reader's currency, as the provider estimates it. Nothing is drawn if no rate is known.
 *
 * @example
 * <Price of={money} /><Estimate of={money} />
 */
export function Estimate({ of, chainId, currency }: EstimateProps): ReactNode {
  const { messages, formats, currency: readers } = useKit()
  const code = currency?.toLowerCase() ?? readers
  const { data, isError } = useRates({ chainId, enabled: code !== 'none' })
  // A rate that can no longer be read may be old.
  const rate = isError ? undefined : data?.find(({ contract }) => contract === of.currency)
  const text = estimateText(of, rate, code, formats)
  if (text === undefined) return null
  const label = messages.common.estimate(text, rate?.updatedAt === null)
  // A line may break at the space, and what is copied has one between price and estimate.
  return (
    <>
      {' '}
      <span className="sluice-estimate" role="img" aria-label={label} title={label}>
        <bdi dir="ltr">{text}</bdi>
      </span>
    </>
  )
}
