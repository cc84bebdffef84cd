import type { Address } from 'viem'
import { block } from '../context/findings.ts'
import { callsOf, type GuardContext, requestsOf, type TransactionEntry } from '../context/guardContext.ts'
import type { Purpose } from '../model/verdict.ts'
import { checkMessage } from './message.ts'
import { refuseCall } from './refuseCall.ts'

/**
 * Splits the calls of the plan: `seaport` to Seaport, `mints` to SeaDrop in a purchase, and `others` to the tokens of the
 * action. All remaining calls are refused.
 */
export function splitCalls(context: GuardContext, purpose: Purpose, isToken: (token: Address) => boolean) {
  const seaport: TransactionEntry[] = []
  const mints: TransactionEntry[] = []
  const others: TransactionEntry[] = []
  for (const entry of callsOf(context)) {
    if (context.seaports.has(entry.data.to)) seaport.push(entry)
    else if (purpose === 'buy' && entry.data.to === context.policy.seaDrop) mints.push(entry)
    else if (isToken(entry.data.to)) others.push(entry)
    else refuseCall(context, entry, purpose)
  }
  return { seaport, mints, others }
}

/** Blocks all signatures in an action that needs none. Text is examined more closely, because it can hide the most. */
export function refuseSignatures(context: GuardContext): undefined {
  for (const entry of requestsOf(context)) {
    const { sign } = entry.data
    if (sign?.signatureKind === 'eip191') checkMessage(context, entry, sign.message)
    else {
      block(context, 'TD_UNKNOWN', `${entry.path}.data.sign.primaryType`, sign?.primaryType)
      block(context, 'FLOW_EXTRA_STEP', entry.path)
    }
  }
}

/** Blocks all calls to Seaport in an action that needs none. For example, `validate` would replace a signature. */
export function refuseFunctions(context: GuardContext, entries: readonly TransactionEntry[]): undefined {
  for (const { path, data } of entries) {
    block(context, 'TX_SELECTOR', `${path}.data.data`, data.data.slice(0, 10))
    block(context, 'FLOW_EXTRA_STEP', path)
  }
}
