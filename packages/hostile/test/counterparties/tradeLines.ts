import { orderHash, type SignedOrder } from '@sluice/seaport'
import type { Address } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import { itemOf, stepOf } from './provider.ts'
import type { Scene } from './scene.ts'
import type { Stage, StageCall, StageToken } from './stage.ts'
import { type FillingCall, idsOf } from './trades.ts'

/** One line of what the user agreed to buy or to sell. */
export type Line = {
  readonly token: StageToken
  readonly quantity: bigint
  /** What one unit cost, or would bring after fees, when the user looked. */
  readonly seen: bigint
  readonly currency: Address
}

export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

export const scaleOf = (stage: Stage, currency: Address) => (currency === stage.usdc ? 10n ** 4n : 10n ** 15n)

/** What all items cost or bring, by currency. */
export function totalsOf(lines: readonly Line[]): Map<Address, bigint> {
  const totals = new Map<Address, bigint>()
  for (const { currency, seen, quantity } of lines)
    totals.set(currency, (totals.get(currency) ?? 0n) + seen * quantity)
  return totals
}

/** Whether tokens are interchangeable: those of one ERC-721 collection, or units of one token. */
export const areFungible = (lines: readonly Line[]): boolean =>
  lines.every(
    ({ token }) =>
      token.contract === lines[0]?.token.contract &&
      (token.kind === 'erc721' || token.tokenId === lines[0].token.tokenId),
  )

/** Revokes an approval at random, so that the plan has to request it again. */
export async function revokeAtRandom(
  stage: Stage,
  random: SeededRandom,
  odds: number,
  revoke: StageCall,
): Promise<void> {
  if (!random.odds(odds)) return
  await stage.send(stage.user, revoke)
  await stage.mine()
}

/** The plan of a trade: its approvals, its calls, and what each item is said to cost or bring. */
export function tradePlan(
  stage: Stage,
  trade: {
    readonly lines: readonly Line[]
    readonly orders: readonly SignedOrder[]
    readonly calls: readonly FillingCall[]
    readonly approvals: ReturnType<typeof stepOf>
    /** The quote of one unit. */
    readonly quoteOf: (line: Line, index: number) => bigint
  },
): Scene['answers'] {
  const { lines, orders, calls, approvals, quoteOf } = trade
  return {
    plan: () => ({
      requestId: 'trade',
      steps: [
        approvals,
        stepOf(
          'sale',
          'transaction',
          calls.map((one) => itemOf(stage.user.address, one.call, idsOf(one))),
        ),
      ],
      path: lines.map((line, index) => ({
        orderId: orderHash(orders[index]!.components),
        contract: line.token.contract,
        tokenId: `${line.token.tokenId}`,
        quantity: Number(line.quantity),
        currency: line.currency,
        currencyDecimals: line.currency === stage.usdc ? 6 : 18,
        rawQuote: `${quoteOf(line, index)}`,
      })),
    }),
  }
}
