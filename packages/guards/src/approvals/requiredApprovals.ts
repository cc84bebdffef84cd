import type { Address } from 'viem'
import { readState } from '../context/chainReads.ts'
import { isPreparation } from '../context/checkSequence.ts'
import { claimedPath, used } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import type { RequiredApproval } from '../context/requiredApproval.ts'
import { allSpenders } from '../context/spenders.ts'
import { approvalOf, approvalSlot, tokenApprovalSlot } from '../model/slots.ts'

/** Merges the required approvals of several orders into one for each token and spender. */
export function mergeApprovals(needs: readonly RequiredApproval[]): readonly RequiredApproval[] {
  const merged = new Map<
    string,
    { -readonly [K in keyof RequiredApproval]: RequiredApproval[K] } & { tokenIds: bigint[] }
  >()
  for (const need of needs) {
    const slot = `${need.kind}:${approvalSlot(need)}`
    const before = merged.get(slot)
    if (before === undefined) merged.set(slot, { ...need, tokenIds: [...need.tokenIds] })
    else {
      before.amount += need.amount
      before.enough += need.enough
      before.tokenIds.push(...need.tokenIds)
    }
  }
  return [...merged.values()]
}

/** Returns approvals for every address that may move tokens, as long as the item that needs one has no data yet. */
export const forAllSpenders = (
  context: GuardContext,
  needOf: (spender: Address) => readonly RequiredApproval[],
): readonly RequiredApproval[] =>
  mergeApprovals(allSpenders(context).flatMap(needOf)).map((need) => ({ ...need, early: true }))

/** Checks that every approval of a token in this plan is for one of these spenders. */
export function checkSpenders(
  context: GuardContext,
  token: Address,
  spenders: readonly Address[],
): undefined {
  for (const { claims } of [...context.done, ...context.items])
    for (const { slot } of claims) {
      const approval = approvalOf(slot)
      if (approval?.token === token && !spenders.includes(approval.spender))
        block(context, 'APR_SPENDER', 'steps', slot)
    }
}

/** Returns the currencies for which this plan or the executed items approve an allowance. */
const approvedCurrencies = ({ done, items }: GuardContext): ReadonlySet<Address> =>
  new Set(
    [...done, ...items]
      .filter(({ purpose }) => purpose === 'approve-currency')
      .flatMap(({ claims }) => claims.flatMap(({ slot }) => approvalOf(slot)?.token ?? [])),
  )

/**
 * Checks that a purchase which is not known yet approves no more currencies than it has units: each unit is paid in one.
 */
export function checkEarlyCurrencies(context: GuardContext, token: Address, path: string): undefined {
  const { intent } = context
  if (intent.action !== 'buy') return
  const units = intent.items.reduce((sum, { quantity }) => sum + quantity, 0n)
  const currencies = new Set([...approvedCurrencies(context), token])
  if (BigInt(currencies.size) > units) block(context, 'FLOW_EXTRA_STEP', path, [...currencies].join())
}

/**
 * Requires a confirmation for each currency that was approved early and that the purchase, now that it is known, does not
 * need: its allowance stays.
 */
function checkLeftOver(context: GuardContext, needs: readonly RequiredApproval[]): undefined {
  if (context.intent.action !== 'buy' || context.pending) return
  for (const token of approvedCurrencies(context))
    if (!needs.some((need) => need.token === token))
      addFinding(context, 'confirm', 'APR_SPENDER', 'steps', token)
}

/** Checks that every required approval is in the plan, was executed before, or is already on chain. */
export function checkRequired(context: GuardContext, needs: readonly RequiredApproval[]): undefined {
  const { chainState, pending, done } = context
  const isUnstarted = done.every(isPreparation)
  if (isUnstarted) checkLeftOver(context, needs)
  for (const need of needs) {
    const { token, spender, enough, tokenIds } = need
    const sameToken = needs.filter((other) => other.token === token)
    if (isUnstarted)
      checkSpenders(
        context,
        token,
        sameToken.map((other) => other.spender),
      )
    const slot = approvalSlot(need)
    const key = `${token}:${spender}`
    const isUsed = (claimed: string) => used(context, claimed) > 0n
    let known: boolean | undefined
    if (need.kind === 'erc20') {
      const allowance = readState(context, chainState.allowances, key)
      known = allowance === undefined ? undefined : allowance >= enough
    } else {
      if (tokenIds.every((id) => isUsed(tokenApprovalSlot(need, id)))) continue
      const isApprovedAlone = (id: bigint) =>
        readState(context, chainState.tokenApprovals, `${token}:${id}`) === spender
      known = tokenIds.every(isApprovedAlone) || readState(context, chainState.operators, key)
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
