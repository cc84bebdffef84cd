import type { DecodedCall } from '@sluice/seaport'
import { type Address, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { readCall, sendsExactly } from './call.ts'
import { noEffects } from './effects.ts'
import {
  acceptCall,
  allSpenders,
  block,
  fact,
  find,
  type Judgement,
  settleIfDone,
  type TransactionEntry,
  used,
} from './judgement.ts'

/** A permission that the flow cannot do without. Only these are granted, and only as far as written here. */
export type Need =
  | { readonly kind: 'erc20'; readonly token: Address; readonly spender: Address; readonly amount: bigint }
  | {
      readonly kind: 'operator'
      readonly token: Address
      readonly spender: Address
      readonly tokenIds: readonly bigint[]
    }

type CurrencyNeed = Extract<Need, { kind: 'erc20' }>
type OperatorNeed = Extract<Need, { kind: 'operator' }>

const operatorAbi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])

const slotOf = (need: Need): string => `approve:${need.token}:${need.spender}`

/** Adds up what several orders need of the same permission. */
export function gatherNeeds(needs: readonly Need[]): readonly Need[] {
  const gathered = new Map<string, Need>()
  for (const need of needs) {
    const slot = slotOf(need)
    const before = gathered.get(slot)
    if (before?.kind === 'erc20' && need.kind === 'erc20')
      gathered.set(slot, { ...need, amount: before.amount + need.amount })
    else if (before?.kind === 'operator' && need.kind === 'operator')
      gathered.set(slot, { ...need, tokenIds: [...before.tokenIds, ...need.tokenIds] })
    else gathered.set(slot, need)
  }
  return [...gathered.values()]
}

/**
 * Judges an approval: the spender is one we list, the flow needs it, and the amount becomes exactly what is
 * needed (`rewrite`) or must be so already (`exact`).
 */
export function judgeApproval(
  judgement: Judgement,
  entry: TransactionEntry,
  needs: readonly Need[],
  amounts: 'rewrite' | 'exact',
): undefined {
  const call = readCall(judgement, entry, 0, ['APR_KIND', 'TX_SELECTOR'])
  if (call === undefined || !sendsExactly(judgement, entry, 0n)) return
  const path = `${entry.path}.data.data`
  if (call.name !== 'approve' && call.name !== 'setApprovalForAll') {
    block(judgement, 'APR_KIND', path, call.name)
    block(judgement, 'TX_SELECTOR', path, call.name)
    return
  }
  const spender = call.name === 'approve' ? call.spender : call.operator
  if (!allSpenders(judgement).includes(spender)) return block(judgement, 'APR_SPENDER', path, spender)
  const ofToken = needs.filter((need) => need.token === entry.data.to)
  const need = ofToken.find((each) => each.spender === spender)
  if (need === undefined) {
    if (ofToken.length > 0) block(judgement, 'APR_SPENDER', path, spender, ofToken[0]?.spender)
    return block(judgement, 'FLOW_EXTRA_STEP', entry.path)
  }
  if (need.kind === 'erc20') return approveCurrency(judgement, entry, call, need, amounts)
  return approveCollection(judgement, entry, call, need)
}

function approveCurrency(
  judgement: Judgement,
  entry: TransactionEntry,
  call: DecodedCall,
  need: CurrencyNeed,
  amounts: 'rewrite' | 'exact',
): undefined {
  const path = `${entry.path}.data.data`
  if (call.name !== 'approve') return block(judgement, 'APR_KIND', path, call.name)
  const slot = slotOf(need)
  const allowance = fact(judgement, judgement.facts.allowances, `${need.token}:${need.spender}`)
  const reset = call.amount === 0n && need.amount > 0n
  const claims = [{ slot: reset ? `reset:${slot}` : slot, units: 1n }]
  if (settleIfDone(judgement, entry, claims)) return
  if (allowance !== undefined && allowance >= need.amount) {
    settle(judgement, entry)
    return
  }
  if (claims.some((claim) => used(judgement, claim.slot) > 0n))
    return block(judgement, 'FLOW_BUDGET', entry.path)
  if (reset && used(judgement, slot) > 0n) return block(judgement, 'FLOW_REORDER', entry.path)
  if (!reset && call.amount !== need.amount) {
    const severity = amounts === 'exact' ? 'block' : 'info'
    find(judgement, severity, 'APR_AMOUNT', path, call.amount, need.amount)
    if (severity === 'block') return
  }
  const mustReset =
    !reset &&
    judgement.policy.approvals.resetFirst.includes(need.token) &&
    (allowance ?? 0n) > 0n &&
    used(judgement, `reset:${slot}`) === 0n
  if (mustReset) approve(judgement, entry, need, 0n, `reset:${slot}`)
  approve(judgement, entry, need, reset ? 0n : need.amount, claims[0]?.slot ?? slot)
}

function approve(
  judgement: Judgement,
  entry: TransactionEntry,
  need: CurrencyNeed,
  amount: bigint,
  slot: string,
): undefined {
  const authority = { kind: 'erc20', contract: need.token, spender: need.spender, amount } as const
  acceptCall(judgement, entry, {
    to: need.token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [need.spender, amount] }),
    value: 0n,
    purpose: 'approve-currency',
    effects: amount === 0n ? noEffects : { ...noEffects, authority: [authority] },
    claims: [{ slot, units: 1n }],
  })
}

function approveCollection(
  judgement: Judgement,
  entry: TransactionEntry,
  call: DecodedCall,
  need: OperatorNeed,
): undefined {
  const path = `${entry.path}.data.data`
  const erc1155 = fact(judgement, judgement.facts.kinds, need.token) === 'erc1155'
  const single = call.name === 'approve'
  if (single && (erc1155 || !need.tokenIds.includes(call.amount)))
    return block(judgement, 'APR_KIND', path, call.amount)
  if (call.name === 'setApprovalForAll') {
    if (!call.approved) return block(judgement, 'APR_KIND', path, 'false')
    if (judgement.policy.approvals.nft === 'token' && !erc1155)
      return block(judgement, 'APR_KIND', path, call.name, 'approve')
  }
  const slot = single ? `${slotOf(need)}:${call.amount}` : slotOf(need)
  const claims = [{ slot, units: 1n }]
  if (settleIfDone(judgement, entry, claims)) return
  if (fact(judgement, judgement.facts.operators, `${need.token}:${need.spender}`) === true)
    return settle(judgement, entry)
  if (used(judgement, slot) > 0n) return block(judgement, 'FLOW_BUDGET', entry.path)
  const { token: contract, spender } = need
  acceptCall(judgement, entry, {
    to: contract,
    data: single
      ? encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, call.amount] })
      : encodeFunctionData({ abi: operatorAbi, functionName: 'setApprovalForAll', args: [spender, true] }),
    value: 0n,
    purpose: 'approve-token',
    effects: {
      ...noEffects,
      authority: [{ kind: single ? 'nft-token' : 'nft-operator', contract, spender }],
    },
    claims,
  })
}

/** The chain shows that the permission is there; nobody is prompted. */
function settle(judgement: Judgement, { stepIndex, itemIndex }: TransactionEntry): undefined {
  judgement.settled.push({ stepIndex, itemIndex })
}

/** Every permission that the flow needs is asked for, done, or already there on chain. */
export function checkNeeds(judgement: Judgement, needs: readonly Need[]): undefined {
  for (const need of needs) {
    const slot = slotOf(need)
    if (used(judgement, slot) > 0n) continue
    if (need.kind === 'operator' && need.tokenIds.length > 0)
      if (need.tokenIds.every((id) => used(judgement, `${slot}:${id}`) > 0n)) continue
    const key = `${need.token}:${need.spender}`
    const known =
      need.kind === 'erc20'
        ? enough(fact(judgement, judgement.facts.allowances, key), need.amount)
        : (allApproved(judgement, need) ?? fact(judgement, judgement.facts.operators, key))
    if (known === true || judgement.pending) continue
    const entry = judgement.entries.find((each) => each.kind === 'transaction' && each.complete)
    const path = entry === undefined ? 'steps' : `${entry.path}.status`
    find(judgement, known === false ? 'block' : 'ask', 'FLOW_FALSE_COMPLETE', path, undefined, slot)
  }
}

/** Whether each token of the need may be moved by itself already; `undefined` where that is not so. */
const allApproved = (judgement: Judgement, { token, spender, tokenIds }: OperatorNeed): true | undefined =>
  tokenIds.length > 0 &&
  tokenIds.every((id) => fact(judgement, judgement.facts.tokenApprovals, `${token}:${id}`) === spender)
    ? true
    : undefined

const enough = (allowance: bigint | undefined, amount: bigint): boolean | undefined =>
  allowance === undefined ? undefined : allowance >= amount
