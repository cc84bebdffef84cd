import { lowerHex } from '@sluice/seaport/hex'
import type { Dispute } from '../model/chainState.ts'
import { type Finding, finding } from '../model/finding.ts'
import type { Policy } from '../model/policy.ts'
import { addFinding, block } from './findings.ts'
import type { GuardContext } from './guardContext.ts'

/** Checks that contracts are what the plan uses them as, and that no unknown delegate acts for the account. */
export function checkContracts(context: GuardContext): undefined {
  const { chainState, policy } = context
  // Native coin that is sent to an address without code is lost without an error.
  for (const [address, code] of chainState.unknownContracts ?? [])
    block(context, 'TX_CODE', 'steps', code, address)
  const { accountCode } = chainState
  if (typeof accountCode !== 'object') return
  const delegate = lowerHex(accountCode.delegate)
  // Unknown code already acts for the account and could undo or exceed anything that is signed.
  const severity = policy.level.mode === 'strict' ? 'block' : 'confirm'
  if (!policy.delegates.includes(delegate)) addFinding(context, severity, 'FLOW_DELEGATE', 'steps', delegate)
}

/** Returns the finding for two nodes that disagree. It blocks, unless the policy's level is "trust". */
export const disputeFinding = ({ level }: Policy, { path, values: [expected, actual] }: Dispute): Finding =>
  finding(level.mode === 'trust' ? 'confirm' : 'block', 'FLOW_QUORUM', path, actual, expected)

/**
 * Adds findings about the chain state itself: nodes that disagree or are behind the clock, a receiver that rejects the
 * tokens or exists only on another chain, and collections whose tokens the exchange cannot move.
 */
export function checkChainState(context: GuardContext): undefined {
  const { chainState, intent, policy, findings } = context
  const { disputes = [], behind, refusing, elsewhere, barred = [] } = chainState
  findings.push(...disputes.map((dispute) => disputeFinding(policy, dispute)))
  if (behind !== undefined)
    addFinding(context, 'confirm', 'FLOW_STALE', 'chainState.chainNow', `${behind} ms`)
  // A transfer would revert. A purchase would succeed, and its tokens would be locked.
  const severity = intent.action === 'transfer' ? 'block' : 'confirm'
  if (refusing !== undefined) addFinding(context, severity, 'CALL_RECEIVER', 'intent.to', refusing)
  if (elsewhere !== undefined) {
    const place = `${elsewhere.receiver} on chain ${elsewhere.chainId}`
    addFinding(context, 'confirm', 'CALL_ELSEWHERE', 'intent.to', place)
  }
  for (const contract of barred) addFinding(context, 'confirm', 'ORD_BARRED', 'steps', contract)
}
