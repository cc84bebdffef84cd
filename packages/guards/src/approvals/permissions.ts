import type { Address } from 'viem'
import { readState } from '../context/chainReads.ts'
import { isPreparation } from '../context/checkSequence.ts'
import { claimedPath, used } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { approvalSlot, type RequiredApproval } from '../context/requiredApproval.ts'
import { allSpenders } from '../context/spenders.ts'

/** Merges the required approvals of several orders, one for each token and spender. */
export function mergeApprovals(needs: readonly RequiredApproval[]): readonly RequiredApproval[] {
  const gathered = new Map<
    string,
    { -readonly [K in keyof RequiredApproval]: RequiredApproval[K] } & { tokenIds: bigint[] }
  >()
  for (const need of needs) {
    const slot = `${need.kind}:${approvalSlot(need)}`
    const before = gathered.get(slot)
    if (before === undefined) gathered.set(slot, { ...need, tokenIds: [...need.tokenIds] })
    else {
      before.amount += need.amount
      before.tokenIds.push(...need.tokenIds)
    }
  }
  return [...gathered.values()]
}

/** Returns approvals for every address that may move tokens, while the item that needs one is still awaited. */
export const forAllSpenders = (
  context: GuardContext,
  needOf: (spender: Address) => readonly RequiredApproval[],
): readonly RequiredApproval[] =>
  mergeApprovals(allSpenders(context).flatMap(needOf)).map((need) => ({ ...need, early: true }))

/** Checks that no approval of this plan is for a spender that nothing in it needs. */
export function checkSpenders(
  context: GuardContext,
  token: Address,
  spenders: readonly Address[],
): undefined {
  for (const { claims } of [...context.done, ...context.items])
    for (const { slot } of claims)
      if (slot.startsWith(`approve:${token}`) && !spenders.some((spender) => slot.includes(spender, 51)))
        block(context, 'APR_SPENDER', 'steps', slot)
}

/** Checks that every required approval is in the plan, was done, or is already on chain. */
export function checkRequired(context: GuardContext, needs: readonly RequiredApproval[]): undefined {
  const { chainState, pending, done } = context
  const isBefore = done.every(isPreparation)
  for (const need of needs) {
    const { token, amount, tokenIds } = need
    const spenders = needs.filter((each) => each.token === token).map(({ spender }) => spender)
    if (isBefore) checkSpenders(context, token, spenders)
    const slot = approvalSlot(need)
    const key = slot.slice(8)
    const isUsed = (one: string) => used(context, one) > 0n
    let known: boolean | undefined
    if (need.kind === 'erc20') {
      const allowance = readState(context, chainState.allowances, key)
      known = allowance === undefined ? undefined : allowance >= amount
    } else {
      if (tokenIds.every((id) => isUsed(`${slot}:${id}`))) continue
      const alone = (id: bigint) =>
        readState(context, chainState.tokenApprovals, `${token}:${id}`) === need.spender
      known = tokenIds.every(alone) || readState(context, chainState.operators, key)
    }
    if (isUsed(slot) || known === true || pending) continue
    addFinding(
      context,
      known === false ? 'block' : 'confirm',
      'FLOW_FALSE_COMPLETE',
      claimedPath(context, 'transaction'),
      undefined,
      slot,
    )
  }
}
