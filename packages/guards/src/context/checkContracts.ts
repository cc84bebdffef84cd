import type { Address } from 'viem'
import { block, find } from './findings.ts'
import type { GuardContext } from './guardContext.ts'

/** Contracts that are not what we take them for, and code that acts for the account. */
export function checkContracts(context: GuardContext): undefined {
  const { chainState, policy } = context
  // Coin that is sent to where no contract is, is gone without an error.
  for (const [address, code] of chainState.strangers ?? []) block(context, 'TX_CODE', 'steps', code, address)
  const { accountCode } = chainState
  if (typeof accountCode !== 'object') return
  const delegate = accountCode.delegate.toLowerCase() as Address
  // Code that nobody listed acts for the account already: whatever is signed, it can undo or outdo.
  const severity = policy.level.mode === 'strict' ? 'block' : 'confirm'
  if (!policy.delegates.includes(delegate)) find(context, severity, 'FLOW_DELEGATE', 'steps', delegate)
}
