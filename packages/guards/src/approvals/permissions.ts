import type { Address } from 'viem'
import { fact } from '../context/chainReads.ts'
import { claimedPath, used } from '../context/claims.ts'
import { block, find } from '../context/findings.ts'
import type { Judgement } from '../context/guardContext.ts'
import { approvalSlot, type Need } from '../context/requiredApproval.ts'
import { allSpenders } from '../context/spenders.ts'

/** Adds up what several orders need of the same permission. */
export function gatherNeeds(needs: readonly Need[]): readonly Need[] {
  const gathered = new Map<string, { -readonly [K in keyof Need]: Need[K] } & { tokenIds: bigint[] }>()
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

/** The same for every address that may move tokens: where what needs it has not been filled in yet. */
export const forAllSpenders = (
  judgement: Judgement,
  needOf: (spender: Address) => readonly Need[],
): readonly Need[] =>
  gatherNeeds(allSpenders(judgement).flatMap(needOf)).map((need) => ({ ...need, early: true }))

/** No permission of this flow is for a spender whom nothing in it needs. */
export function checkStrays(judgement: Judgement, token: Address, spenders: readonly Address[]): undefined {
  for (const { claims } of [...judgement.done, ...judgement.items])
    for (const { slot } of claims)
      if (slot.startsWith(`approve:${token}`) && !spenders.some((spender) => slot.includes(spender, 51)))
        block(judgement, 'APR_SPENDER', 'steps', slot)
}

/** Every permission that the flow needs is asked for, done, or already there on chain. */
export function checkNeeds(judgement: Judgement, needs: readonly Need[]): undefined {
  const { facts, pending, done } = judgement
  const isBefore = done.every(
    ({ purpose }) => purpose === 'wrap' || purpose === 'sign-message' || purpose.startsWith('approve'),
  )
  for (const need of needs) {
    const { token, amount, tokenIds } = need
    const spenders = needs.filter((each) => each.token === token).map(({ spender }) => spender)
    if (isBefore) checkStrays(judgement, token, spenders)
    const slot = approvalSlot(need)
    const key = slot.slice(8)
    const isUsed = (one: string) => used(judgement, one) > 0n
    let known: boolean | undefined
    if (need.kind === 'erc20') {
      const allowance = fact(judgement, facts.allowances, key)
      known = allowance === undefined ? undefined : allowance >= amount
    } else {
      if (tokenIds.every((id) => isUsed(`${slot}:${id}`))) continue
      const alone = (id: bigint) => fact(judgement, facts.tokenApprovals, `${token}:${id}`) === need.spender
      known = tokenIds.every(alone) || fact(judgement, facts.operators, key)
    }
    if (isUsed(slot) || known === true || pending) continue
    find(
      judgement,
      known === false ? 'block' : 'ask',
      'FLOW_FALSE_COMPLETE',
      claimedPath(judgement, 'transaction'),
      undefined,
      slot,
    )
  }
}
