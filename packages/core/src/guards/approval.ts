import { approve, encodeCall, readCall, setApprovalForAll } from '@sluice/seaport'
import type { Address } from 'viem'
import { readCanonical, sendsExactly } from './call.ts'
import { noEffects } from './effects.ts'
import {
  acceptCall,
  allSpenders,
  block,
  fact,
  find,
  isMoney,
  type Judgement,
  settleIfDone,
  type TransactionEntry,
  used,
} from './judgement.ts'

/** A permission that the flow cannot do without. Only these are granted, and only as far as written here. */
export type Need = {
  readonly token: Address
  readonly spender: Address
  /** Granted before what needs it is known: to one spender, who must be the right one then. */
  readonly early?: true
} & (
  | { readonly kind: 'erc20'; readonly amount: bigint }
  | { readonly kind: 'operator'; readonly tokenIds: readonly bigint[] }
)

/** An approval as the call writes it: of an amount (or a token id), or of a whole collection. */
type Approval =
  | { readonly spender: Address; readonly value: bigint }
  | { readonly operator: Address; readonly approved: boolean }

/** Grants one need, or objects. */
export type Grant<TNeed extends Need = Need> = (
  need: TNeed,
  judgement: Judgement,
  entry: TransactionEntry,
  call: Approval,
) => undefined

const slotOf = (need: Need): string => `approve:${need.token}:${need.spender}`

/** Adds up what several orders need of the same permission. */
export function gatherNeeds(needs: readonly Need[]): readonly Need[] {
  const gathered = new Map<string, Need[]>()
  for (const need of needs) {
    const slot = `${need.kind}:${slotOf(need)}`
    gathered.set(slot, gathered.get(slot) ?? [])
    gathered.get(slot)?.push(need)
  }
  return [...gathered.values()].flatMap((same): readonly Need[] => {
    const [first] = same
    if (first?.kind === 'erc20')
      return [
        { ...first, amount: same.reduce((sum, need) => sum + ('amount' in need ? need.amount : 0n), 0n) },
      ]
    return first === undefined
      ? []
      : [{ ...first, tokenIds: same.flatMap((need) => ('tokenIds' in need ? need.tokenIds : [])) }]
  })
}

/** Judges an approval: the spender is one we list, the flow needs it, and `grant` makes it as small as it can be. */
export function judgeApproval(
  judgement: Judgement,
  entry: TransactionEntry,
  needs: readonly Need[],
  grant: Grant<never>,
): undefined {
  const { to, data } = entry.data
  const call = readCanonical<Approval>(
    judgement,
    entry,
    () => readCall(approve, data) ?? readCall(setApprovalForAll, data),
    ['APR_KIND', 'TX_SELECTOR'],
  )
  if (call === undefined || !sendsExactly(judgement, entry, 0n)) return
  const spender = 'value' in call ? call.spender : call.operator
  const path = `${entry.path}.data.data`
  const ofToken = needs.filter((need) => need.token === to)
  const need = ofToken.find((each) => each.spender === spender)
  if (need?.early) checkStrays(judgement, to, [spender])
  if (need !== undefined) return grant(need as never, judgement, entry, call)
  const known = allSpenders(judgement).includes(spender)
  if (!known || ofToken.length > 0) block(judgement, 'APR_SPENDER', path, spender, ofToken[0]?.spender)
  if (known) block(judgement, 'FLOW_EXTRA_STEP', entry.path)
}

/** An allowance of exactly what is needed: rewritten to it, or (`exact`) written so already. */
export function approveCurrency(
  need: Need & { readonly kind: 'erc20' },
  judgement: Judgement,
  entry: TransactionEntry,
  call: Approval,
  amounts?: 'exact',
): undefined {
  const path = `${entry.path}.data.data`
  if (!('value' in call)) return block(judgement, 'APR_KIND', path)
  const { token, spender, amount } = need
  const slot = slotOf(need)
  const allowance = fact(judgement, judgement.facts.allowances, `${token}:${spender}`)
  const reset = call.value === 0n && amount > 0n
  const resetSlot = `reset:${slot}`
  const own = reset ? resetSlot : slot
  if (settleIfDone(judgement, entry, [{ slot: own, units: 1n }])) return
  if (allowance !== undefined && allowance >= amount) {
    judgement.settled.push(placeOf(entry))
    return
  }
  if (used(judgement, own) > 0n) return block(judgement, 'FLOW_BUDGET', entry.path)
  if (reset && used(judgement, slot) > 0n) return block(judgement, 'FLOW_REORDER', entry.path)
  if (!reset && call.value !== amount) {
    find(judgement, amounts === 'exact' ? 'block' : 'info', 'APR_AMOUNT', path, call.value, amount)
    if (amounts === 'exact') return
  }
  // Live offers stand on the allowance that is replaced: the review says so.
  const replaces = allowance ? { replaces: allowance } : {}
  if (allowance) find(judgement, 'info', 'APR_REPLACES', path, allowance, amount)
  const set = (value: bigint, claimed: string) => {
    const authority = { kind: 'erc20', contract: token, spender, amount: value, ...replaces } as const
    acceptCall(judgement, entry, {
      to: token,
      data: encodeCall(approve, { spender, value }),
      value: 0n,
      purpose: 'approve-currency',
      effects: value === 0n ? noEffects : { ...noEffects, authority: [authority] },
      claims: [{ slot: claimed, units: 1n }],
    })
  }
  const { resetFirst } = judgement.policy.approvals
  if (!reset && resetFirst.includes(token) && allowance && used(judgement, resetSlot) === 0n)
    set(0n, resetSlot)
  set(reset ? 0n : amount, own)
}

const placeOf = ({ stepIndex, itemIndex }: TransactionEntry) => ({ stepIndex, itemIndex })

/** A conduit as operator of a collection, or of one token where that is enough. */
export function approveCollection(
  need: Need & { readonly kind: 'operator' },
  judgement: Judgement,
  entry: TransactionEntry,
  call: Approval,
): undefined {
  const path = `${entry.path}.data.data`
  const { token: contract, spender, tokenIds } = need
  const { facts, policy } = judgement
  // To a currency a token id would be an amount.
  if (isMoney(judgement, contract)) return block(judgement, 'APR_KIND', path, contract)
  const erc1155 = fact(judgement, facts.kinds, contract) === 'erc1155'
  const single = 'value' in call
  if (single ? erc1155 || !tokenIds.includes(call.value) : !call.approved)
    return block(judgement, 'APR_KIND', path, single ? call.value : 'false')
  if (!single && policy.approvals.nft === 'token' && !erc1155)
    return block(judgement, 'APR_KIND', path, 'setApprovalForAll', 'approve')
  const slot = single ? `${slotOf(need)}:${call.value}` : slotOf(need)
  const claims = [{ slot, units: 1n }]
  if (settleIfDone(judgement, entry, claims)) return
  if (fact(judgement, facts.operators, `${contract}:${spender}`) === true) {
    judgement.settled.push(placeOf(entry))
    return
  }
  if (used(judgement, slot) > 0n) return block(judgement, 'FLOW_BUDGET', entry.path)
  acceptCall(judgement, entry, {
    to: contract,
    data: single
      ? encodeCall(approve, { spender, value: call.value })
      : encodeCall(setApprovalForAll, { operator: spender, approved: true }),
    value: 0n,
    purpose: 'approve-token',
    effects: {
      ...noEffects,
      authority: [{ kind: single ? 'nft-token' : 'nft-operator', contract, spender }],
    },
    claims,
  })
}

/** No permission of this flow is for a spender whom nothing in it needs. */
function checkStrays(judgement: Judgement, token: Address, spenders: readonly Address[]): undefined {
  for (const { claims } of [...judgement.done, ...judgement.items])
    for (const { slot } of claims)
      if (slot.startsWith(`approve:${token}`) && !spenders.some((spender) => slot.includes(spender, 51)))
        block(judgement, 'APR_SPENDER', 'steps', slot)
}

/** Every permission that the flow needs is asked for, done, or already there on chain. */
export function checkNeeds(judgement: Judgement, needs: readonly Need[]): undefined {
  const { facts, pending, done } = judgement
  const isBefore = done.every(({ purpose }) => purpose === 'wrap' || purpose.startsWith('approve'))
  for (const need of needs) {
    const slot = slotOf(need)
    const spenders = needs.filter(({ token }) => token === need.token).map(({ spender }) => spender)
    if (isBefore) checkStrays(judgement, need.token, spenders)
    const key = `${need.token}:${need.spender}`
    const isUsed = (one: string) => used(judgement, one) > 0n
    let known: boolean | undefined
    if (need.kind === 'erc20') {
      const allowance = fact(judgement, facts.allowances, key)
      known = allowance === undefined ? undefined : allowance >= need.amount
    } else {
      const { tokenIds } = need
      if (tokenIds.length > 0 && tokenIds.every((id) => isUsed(`${slot}:${id}`))) continue
      const alone = (id: bigint) =>
        fact(judgement, facts.tokenApprovals, `${need.token}:${id}`) === need.spender
      known = (tokenIds.length > 0 && tokenIds.every(alone)) || fact(judgement, facts.operators, key)
    }
    if (isUsed(slot) || known === true || pending) continue
    const entry = judgement.entries.find((each) => each.kind === 'transaction' && each.complete)
    const path = entry === undefined ? 'steps' : `${entry.path}.status`
    find(judgement, known === false ? 'block' : 'ask', 'FLOW_FALSE_COMPLETE', path, undefined, slot)
  }
}

/** Approvals that may come before what needs them has been filled in: of the agreed tokens, to our conduits. */
export const operatorNeeds = (
  judgement: Judgement,
  items: readonly { readonly contract: Address; readonly tokenId: bigint }[],
): readonly Need[] =>
  gatherNeeds(
    items.flatMap(({ contract: token, tokenId }) =>
      allSpenders(judgement).map((spender) => ({
        kind: 'operator' as const,
        token,
        spender,
        tokenIds: [tokenId],
        early: true as const,
      })),
    ),
  )

/** As {@link operatorNeeds}, for currencies: as far as the user agreed to pay, no further. */
export const currencyNeeds = (
  judgement: Judgement,
  limits: Iterable<readonly [Address, bigint]>,
): readonly Need[] =>
  gatherNeeds(
    [...limits].flatMap(([token, amount]) =>
      allSpenders(judgement).map((spender) => ({
        kind: 'erc20' as const,
        token,
        spender,
        amount,
        early: true as const,
      })),
    ),
  )

/** Tokens whose own approval is worth a read. */
export const tokensOf = (tokens: readonly { readonly contract: Address; readonly tokenId: bigint }[]) =>
  tokens.slice(0, 100).map(({ contract, tokenId }) => [contract, tokenId] as const)
