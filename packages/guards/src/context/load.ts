import type { Plan } from '@sluice/wire'
import type { Intent } from '../model/intent.ts'
import type { CheckedItem, Finding, Verdict } from '../model/verdict.ts'
import type { ProofReceipt } from '../receipts/receipt.ts'
import type { ActionGuards } from './action.ts'
import type { JudgeInput } from './judgement.ts'
import type { FactNeeds, NeedsInput } from './needs.ts'

/** The guards of one action, with the parser of the plans they judge. */
export type Guards = {
  /** `unknown` to a plan. Throws `ParseError` for what has not the agreed shape. */
  readonly parsePlan: (input: unknown) => Plan
  /**
   * Loads the rules that just this plan needs beyond those of its action. To be awaited before it is judged.
   * @throws {TradeError} `not_loaded`
   */
  readonly complete: (input: NeedsInput) => Promise<void>
  readonly factsNeeded: (input: NeedsInput) => FactNeeds
  /**
   * Judges a plan; rules that turn out to be needed only here are loaded first.
   * @throws {TradeError} `not_loaded`
   */
  readonly judge: (input: JudgeInput) => Promise<Verdict>
  /**
   * What a mined item failed to do; the rules for it are there since it was judged, or are loaded after a reload.
   * @throws {TradeError} `not_loaded`
   */
  readonly checkReceipt: (item: CheckedItem, receipt: ProofReceipt) => Promise<readonly Finding[]>
}

/** The rules of one action, each in a chunk of its own. */
const rules = {
  buy: async () => (await import('../trades/buy.ts')).buyGuards,
  sell: async () => (await import('../trades/sell.ts')).sellGuards,
  list: async () => (await import('../orders/listing.ts')).listGuards,
  bid: async () => (await import('../orders/bid.ts')).bidGuards,
  cancel: async () => (await import('../orders/cancel.ts')).cancelGuards,
  transfer: async () => (await import('../transfers/transfer.ts')).transferGuards,
}

/**
 * Loads the guards of an action. They are no part of a page until the first action needs them; without them
 * nothing reaches the wallet.
 * @throws what `notLoaded` makes of the cause.
 */
export async function loadGuards(
  action: Intent['action'],
  notLoaded: (cause: unknown) => unknown = (cause) => cause,
): Promise<Guards> {
  try {
    const [own, { guardsBy }] = await Promise.all([rules[action](), import('./base.ts')])
    return guardsBy(own as unknown as ActionGuards<Intent>, notLoaded)
  } catch (cause) {
    throw notLoaded(cause)
  }
}
