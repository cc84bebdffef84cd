import { lowerHex } from '@sluice/seaport/hex'
import type { Dispute } from '../model/chainState.ts'
import { type Finding, finding } from '../model/finding.ts'
import type { Policy } from '../model/policy.ts'
import { addFinding, block } from './findings.ts'
import type { GuardContext } from './guardContext.ts'

/** Checks that contracts have the expected code, and that no unknown code acts for the account. */
export function checkContracts(context: GuardContext): undefined {
  const { chainState, policy } = context
  // Coin that is sent to an address without a contract is lost without an error.
  for (const [address, code] of chainState.unknownContracts ?? [])
    block(context, 'TX_CODE', 'steps', code, address)
  const { accountCode } = chainState
  if (typeof accountCode !== 'object') return
  const delegate = lowerHex(accountCode.delegate)
  // Unknown code already acts for the account: it can undo or exceed whatever is signed.
  const severity = policy.level.mode === 'strict' ? 'block' : 'confirm'
  if (!policy.delegates.includes(delegate)) addFinding(context, severity, 'FLOW_DELEGATE', 'steps', delegate)
}

/** Two nodes that do not say the same: nothing may be decided by either, unless the policy trusts the provider. */
export const disputeFinding = ({ level }: Policy, { path, values: [expected, actual] }: Dispute): Finding =>
  finding(level.mode === 'trust' ? 'confirm' : 'block', 'FLOW_QUORUM', path, actual, expected)

/**
 * Adds what the chain says beside the plan: nodes that disagree or are behind the clock, a receiver that takes no such
 * tokens or lives on another chain, and collections that do not let the exchange move their tokens.
 */
export function checkChainState(context: GuardContext): undefined {
  const { chainState, intent, policy, findings } = context
  const { disputes = [], behind, refusing, elsewhere, barred = [] } = chainState
  findings.push(...disputes.map((dispute) => disputeFinding(policy, dispute)))
  if (behind !== undefined)
    addFinding(context, 'confirm', 'FLOW_STALE', 'chainState.chainNow', `${behind} ms`)
  // A transfer would fail; what is bought would be locked away.
  const severity = intent.action === 'transfer' ? 'block' : 'confirm'
  if (refusing !== undefined) addFinding(context, severity, 'CALL_RECEIVER', 'intent.to', refusing)
  if (elsewhere !== undefined) {
    const place = `${elsewhere.receiver} on chain ${elsewhere.chainId}`
    addFinding(context, 'confirm', 'CALL_ELSEWHERE', 'intent.to', place)
  }
  for (const contract of barred) addFinding(context, 'confirm', 'ORD_BARRED', 'steps', contract)
}
