import { acceptCall } from '../context/acceptCall.ts'
import { settleIfDone } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import { routerOf } from '../context/routers.ts'
import { wholeClaims } from '../model/agreedTotals.ts'
import { noEffects } from '../model/effects.ts'
import type { Purpose } from '../model/verdict.ts'

/**
 * Refuses a call to a contract that the action does not use, with two exceptions. At the level "trust" the user may
 * confirm it, with nothing proven. At the level "simulate" one call to a router of the policy, if its code is the listed
 * one, waits for a simulation.
 */
export function refuseCall(context: GuardContext, entry: TransactionEntry, purpose: Purpose): undefined {
  const { policy, chainState, intent, awaiting } = context
  const { chainId, account } = intent
  const { stepIndex, itemIndex } = entry
  const { to, data } = entry.data
  const value = entry.data.value ?? 0n
  const path = `${entry.path}.data.to`
  const router = routerOf(policy, to)
  if (router !== undefined) {
    // The call must do everything that was agreed, so that no other call can follow.
    const claims = wholeClaims(intent)
    if (settleIfDone(context, entry, claims)) return
    if (awaiting.length > 0 || context.done.some((item) => item.purpose === purpose))
      return block(context, 'SIM_SEVERAL', path, to)
    const code = chainState.codes?.get(to)
    if (code !== router.codeHash) return block(context, 'TX_CODE', path, code, router.codeHash)
    const call = { kind: 'transaction' as const, chainId, account, to, data, value }
    awaiting.push({ stepIndex, itemIndex, path: entry.path, call })
    return block(context, 'SIM_UNAVAILABLE', path, to)
  }
  const trusted = policy.level.mode === 'trust' && chainState.now < Date.parse(policy.level.expires)
  addFinding(context, trusted ? 'confirm' : 'block', 'TX_TO', path, to)
  if (!trusted) return block(context, 'FLOW_EXTRA_STEP', entry.path)
  acceptCall(context, entry, { to, data, value, purpose, effects: noEffects, claims: [] })
}
