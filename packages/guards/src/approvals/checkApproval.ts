import { approve, encodeCall, readCall, setApprovalForAll } from '@sluice/seaport'
import type { Address } from 'viem'
import { acceptCall } from '../context/acceptCall.ts'
import { readCanonical, sendsExactly } from '../context/canonicalCall.ts'
import { readState } from '../context/chainReads.ts'
import { settleIfDone, used } from '../context/claims.ts'
import { isMoney } from '../context/currencies.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import { approvalSlot, type RequiredApproval } from '../context/requiredApproval.ts'
import { allSpenders } from '../context/spenders.ts'
import { noEffects } from '../model/effects.ts'
import { checkRequired, checkSpenders, mergeApprovals } from './permissions.ts'

/** An approval as the call writes it: of an amount (or a token id), or of a whole collection. */
type Approval =
  | { readonly spender: Address; readonly value: bigint }
  | { readonly operator: Address; readonly approved: boolean }

/** Checks approvals against what the trade needs, or may need while its call is still `awaited`. */
export function checkPermissions(
  context: GuardContext,
  approvals: readonly TransactionEntry[],
  needs: readonly RequiredApproval[],
  awaited: readonly RequiredApproval[] | undefined,
): undefined {
  const open = mergeApprovals(awaited ?? needs)
  for (const entry of approvals) checkApproval(context, entry, open)
  if (awaited === undefined) checkRequired(context, open)
}

/** Checks an approval: the spender is listed, the plan needs it, and it grants no more than that. */
export function checkApproval(
  context: GuardContext,
  entry: TransactionEntry,
  needs: readonly RequiredApproval[],
): undefined {
  const { to, data } = entry.data
  const call = readCanonical<Approval>(
    context,
    entry,
    () => readCall(approve, data) ?? readCall(setApprovalForAll, data),
    ['APR_KIND', 'TX_SELECTOR'],
  )
  if (call === undefined || !sendsExactly(context, entry, 0n)) return
  const spender = 'value' in call ? call.spender : call.operator
  const path = `${entry.path}.data.data`
  const ofToken = needs.filter((need) => need.token === to)
  const need = ofToken.find((each) => each.spender === spender)
  if (need?.early) checkSpenders(context, to, [spender])
  if (need !== undefined && checkConduit(context, spender, path))
    return (need.kind === 'erc20' ? approveCurrency : approveCollection)(need, context, entry, call)
  if (need !== undefined) return
  const known = allSpenders(context).includes(spender)
  if (!known || ofToken.length > 0) block(context, 'APR_SPENDER', path, spender, ofToken[0]?.spender)
  if (known) block(context, 'FLOW_EXTRA_STEP', entry.path)
}

/**
 * Checks that a conduit exists and that only known contracts can use it: every open channel of a conduit can move
 * whatever the conduit may move, and anybody could deploy code at an address without code. Reports nothing if no node
 * answered.
 */
function checkConduit(context: GuardContext, spender: Address, path: string): boolean {
  const { chain, policy, chainState } = context
  const conduit = readState(context, chainState.conduits, spender)
  if (conduit === undefined) return true
  if (!conduit.exists) {
    block(context, 'APR_NO_CODE', path, spender)
    return false
  }
  const known = new Set<string>(
    [...Object.values(chain.seaport), ...policy.approvals.channels, policy.transferHelper].flatMap(
      (address) => address?.toLowerCase() ?? [],
    ),
  )
  const foreign = conduit.channels?.filter((channel) => !known.has(channel)) ?? []
  for (const channel of foreign) addFinding(context, 'confirm', 'APR_CHANNEL', path, channel)
  if (conduit.channels === undefined) addFinding(context, 'info', 'APR_CHANNEL', path, 'not read')
  return true
}

/**
 * Rewrites an allowance to exactly what is needed. The fees of an offer are known exactly, so in a sale the provider's
 * amount must match.
 */
function approveCurrency(
  need: RequiredApproval,
  context: GuardContext,
  entry: TransactionEntry,
  call: Approval,
): undefined {
  const path = `${entry.path}.data.data`
  if (!('value' in call)) return block(context, 'APR_KIND', path)
  const { token, spender } = need
  const amount = need.amount + (need.live ?? 0n)
  const slot = approvalSlot(need)
  const allowance = readState(context, context.chainState.allowances, `${token}:${spender}`)
  const reset = call.value === 0n && amount > 0n
  const resetSlot = `reset:${slot}`
  const own = reset ? resetSlot : slot
  if (settleIfDone(context, entry, [{ slot: own, units: 1n }])) return
  if (allowance !== undefined && allowance >= amount) {
    context.settled.push(placeOf(entry))
    return
  }
  if (used(context, own) > 0n) return block(context, 'FLOW_BUDGET', entry.path)
  if (reset && used(context, slot) > 0n) return block(context, 'FLOW_REORDER', entry.path)
  if (!reset && call.value !== amount) {
    const exact = context.intent.action === 'sell'
    addFinding(context, exact ? 'block' : 'info', 'APR_AMOUNT', path, call.value, amount)
    if (exact) return
  }
  // Live offers that we do not know of may rely on the allowance that is replaced: the review says so.
  const replaces = allowance ? { replaces: allowance } : {}
  if (allowance) addFinding(context, 'info', 'APR_REPLACES', path, allowance, amount)
  const set = (value: bigint, claimed: string) => {
    const authority = { kind: 'erc20', contract: token, spender, amount: value, ...replaces } as const
    acceptCall(context, entry, {
      to: token,
      data: encodeCall(approve, { spender, value }),
      value: 0n,
      purpose: 'approve-currency',
      effects: value === 0n ? noEffects : { ...noEffects, authority: [authority] },
      claims: [{ slot: claimed, units: 1n }],
    })
  }
  const { resetFirst } = context.policy.approvals
  if (!reset && resetFirst.includes(token) && allowance && used(context, resetSlot) === 0n) set(0n, resetSlot)
  set(reset ? 0n : amount, own)
}

const placeOf = ({ stepIndex, itemIndex }: TransactionEntry) => ({ stepIndex, itemIndex })

/** Approves a conduit as operator of a collection, or for one token if that is enough. */
function approveCollection(
  need: RequiredApproval,
  context: GuardContext,
  entry: TransactionEntry,
  call: Approval,
): undefined {
  const path = `${entry.path}.data.data`
  const { token: contract, spender, tokenIds } = need
  const { chainState, policy } = context
  // In the approval of a currency the token id would be an amount.
  if (isMoney(context, contract)) return block(context, 'APR_KIND', path, contract)
  const erc1155 = readState(context, chainState.kinds, contract) === 'erc1155'
  const single = 'value' in call
  if (single ? erc1155 || !tokenIds.includes(call.value) : !call.approved)
    return block(context, 'APR_KIND', path, single ? call.value : 'false')
  if (!single && policy.approvals.nft === 'token' && !erc1155)
    return block(context, 'APR_KIND', path, 'setApprovalForAll', 'approve')
  const slot = single ? `${approvalSlot(need)}:${call.value}` : approvalSlot(need)
  const claims = [{ slot, units: 1n }]
  if (settleIfDone(context, entry, claims)) return
  if (readState(context, chainState.operators, `${contract}:${spender}`) === true) {
    context.settled.push(placeOf(entry))
    return
  }
  if (used(context, slot) > 0n) return block(context, 'FLOW_BUDGET', entry.path)
  // One token can be sent directly, and one ERC-721 can be approved by itself: a collection is more than needed.
  const { intent } = context
  const tokens = new Set(tokenIds).size
  if (!single && intent.action === 'transfer' && tokens === 1 && (intent.items.length === 1 || !erc1155))
    addFinding(context, 'confirm', 'APR_OPERATOR', path, spender)
  acceptCall(context, entry, {
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
