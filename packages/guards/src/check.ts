import type { Guards } from './context/checkPlan.ts'
import type { CheckInput } from './context/guardContext.ts'
import type { ReadsInput, RequiredReads } from './context/requiredReads.ts'
import type { Intent } from './model/intent.ts'
import type { Verdict } from './model/verdict.ts'
import { announceGuards } from './orders/announce.ts'
import { bidGuards } from './orders/bid.ts'
import { cancelGuards } from './orders/cancel.ts'
import { listGuards } from './orders/list.ts'
import { buyGuards } from './trades/buy.ts'
import { sellGuards } from './trades/sell.ts'
import { transferGuards } from './transfers/transfer.ts'

/** The guards of every action, for servers, bots and auditors. A page loads only those of its action. */
const guards: Readonly<Record<Intent['action'], Guards>> = {
  buy: buyGuards,
  sell: sellGuards,
  list: listGuards,
  bid: bidGuards,
  cancel: cancelGuards,
  transfer: transferGuards,
  announce: announceGuards,
}

/** Checks a plan of any action. */
export const check = (input: CheckInput): Verdict => guards[input.intent.action].check(input)

/**
 * Returns the chain reads that the check of a plan needs. Pure; it reads nothing itself.
 *
 * @param input The intent, the parsed plan, the policy and the policy's entry for the chain.
 * @returns The contracts, tokens and orders to read, grouped by the kind of read.
 *
 * @example
 * ```ts
 * import { requiredReads } from '@sluice/guards'
 * import { parsePlan } from '@sluice/wire'
 *
 * const reads = requiredReads({ intent, plan: parsePlan(response), policy, chain: policy.chains[1] })
 * for (const [token, spender] of reads.allowances) await readAllowance(token, account, spender)
 * ```
 */
export const requiredReads = (input: ReadsInput): RequiredReads =>
  guards[input.intent.action].requiredReads(input)
