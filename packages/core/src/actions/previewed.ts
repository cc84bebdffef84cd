import { parseQuote } from '@sluice/wire'
import type { Address } from 'viem'
import { readPlan } from '../api/plan.ts'
import { type Chain, decimalsOf } from '../chains/chain.ts'
import type { Intent } from '../guards/intent.ts'
import { pathTotals } from '../guards/price.ts'
import type { Preview, PreviewTotal } from './preview.ts'

/** Reads a provider's answer as what an action would cost, bring and take. */
export function previewOf(chain: Chain, intent: Intent, answer: unknown): Preview {
  const plan = readPlan(answer, parseQuote)
  const path = plan.path ?? []
  return {
    chainId: chain.id,
    requestId: plan.requestId ?? undefined,
    path,
    steps: plan.steps,
    totals: totalsOf(chain, intent, path),
    problems: (plan.errors ?? []).map(({ message, orderId, orderIndex }) => ({
      message: message ?? '',
      ...(orderId == null ? {} : { orderId }),
      ...(orderIndex == null ? {} : { orderIndex }),
    })),
    maxQuantities: (plan.maxQuantities ?? []).map(({ itemIndex, maxQuantity }) => ({
      itemIndex,
      maxQuantity: maxQuantity != null && /^[0-9]{1,78}$/.test(maxQuantity) ? BigInt(maxQuantity) : undefined,
    })),
  }
}

/** Fills cost and bring what the quote says; orders of our own what their terms say. */
function totalsOf(chain: Chain, intent: Intent, path: Preview['path']): readonly PreviewTotal[] {
  const decimals = (currency: Address) => decimalsOf(chain, currency)
  switch (intent.action) {
    case 'buy':
    case 'sell':
      return pathTotals(
        intent.action,
        path,
        (currency) => chain.paymentTokens.find(({ address }) => address === currency)?.decimals,
      )
    case 'list':
      return sums(intent.listings, decimals, ({ gross, fees }) =>
        fees.reduce((net, { bps }) => net - (gross * BigInt(bps)) / 10_000n, gross),
      )
    case 'bid':
      return sums(intent.bids, decimals, ({ gross }) => gross)
    default:
      return []
  }
}

function sums<T extends { readonly currency: Address }>(
  orders: readonly T[],
  decimalsOf: (currency: Address) => number,
  rawOf: (order: T) => bigint,
): readonly PreviewTotal[] {
  const totals = new Map<Address, bigint>()
  for (const order of orders) totals.set(order.currency, (totals.get(order.currency) ?? 0n) + rawOf(order))
  return [...totals].map(([currency, raw]) => ({ currency, decimals: decimalsOf(currency), raw }))
}
