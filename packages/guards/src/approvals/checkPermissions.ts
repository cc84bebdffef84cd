import { approve, encodeCall, readCall, setApprovalForAll } from '@sluice/seaport'
import type { Address } from 'viem'
import { acceptCall } from '../context/acceptCall.ts'
import { readState } from '../context/chainReads.ts'
import { settleIfDone, used } from '../context/claims.ts'
import { isMoney } from '../context/currencies.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import { readCanonical, sendsExactly } from '../context/readCanonical.ts'
import type { RequiredApproval } from '../context/requiredApproval.ts'
import { allSpenders } from '../context/spenders.ts'
import { noEffects } from '../model/effects.ts'
import { approvalSlot, resetSlot, tokenApprovalSlot } from '../model/slots.ts'
import { checkEarlyCurrencies, checkRequired, checkSpenders, mergeApprovals } from './requiredApprovals.ts'

/** A decoded approval: `approve` of an amount or a token id, or `setApprovalForAll` of a collection. */
type Approval =
  | { readonly spender: Address; readonly value: bigint }
  | { readonly operator: Address; readonly approved: boolean }

/**
 * Checks approvals against what the trade needs.
 *
 * @param awaited Approvals that the trade may need, as long as its call has no data yet.
 */
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

/** Checks an approval: the plan needs it, its spender is known, and it grants no more than needed. */
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
  const sameToken = needs.filter((need) => need.token === to)
  const need = sameToken.find((each) => each.spender === spender)
  if (need?.early) {
    checkSpenders(context, to, [spender])
    checkEarlyCurrencies(context, to, entry.path)
  }
  if (need !== undefined && checkConduit(context, spender, path))
    return (need.kind === 'erc20' ? approveCurrency : approveCollection)(need, context, entry, call)
  if (need !== undefined) return
  const known = allSpenders(context).includes(spender)
  if (!known || sameToken.length > 0) block(context, 'APR_SPENDER', path, spender, sameToken[0]?.spender)
  if (known) block(context, 'FLOW_EXTRA_STEP', entry.path)
}

/**
 * Checks a conduit before it is approved. Other code could later be deployed at an address without code, so it must
 * exist. Every open channel can move everything that the conduit may move, so unknown channels need a confirmation. Reports
 * nothing if the conduit was not read.
 *
 * @returns `false` if the conduit does not exist.
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
  const unknown = conduit.channels?.filter((channel) => !known.has(channel)) ?? []
  for (const channel of unknown) addFinding(context, 'confirm', 'APR_CHANNEL', path, channel)
  if (conduit.channels === undefined) addFinding(context, 'info', 'APR_CHANNEL', path, 'not read')
  return true
}

/**
 * Accepts an allowance of exactly the needed amount. In a sale the fees of an offer are known exactly, so the provider's
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
  const isReset = call.value === 0n && amount > 0n
  const entrySlot = isReset ? resetSlot(need) : slot
  if (settleIfDone(context, entry, [{ slot: entrySlot, units: 1n }])) return
  if (allowance !== undefined && allowance >= amount) {
    context.settled.push(placeOf(entry))
    return
  }
  if (used(context, entrySlot) > 0n) return block(context, 'FLOW_BUDGET', entry.path)
  if (isReset && used(context, slot) > 0n) return block(context, 'FLOW_REORDER', entry.path)
  if (!isReset && call.value !== amount) {
    const exact = context.intent.action === 'sell'
    addFinding(context, exact ? 'block' : 'info', 'APR_AMOUNT', path, call.value, amount)
    if (exact) return
  }
  if (!isReset) checkRevived(context, { ...need, amount }, allowance, path)
  // Open offers that the client does not know of may rely on the replaced allowance. The review card says so.
  const replaces = allowance ? { replaces: allowance } : {}
  if (allowance) addFinding(context, 'info', 'APR_REPLACES', path, allowance, amount)
  const acceptApprove = (value: bigint, claimed: string) => {
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
  if (!isReset && resetFirst.includes(token) && allowance && used(context, resetSlot(need)) === 0n)
    acceptApprove(0n, resetSlot(need))
  acceptApprove(isReset ? 0n : amount, entrySlot)
}

/**
 * Requires a confirmation for an allowance from which the account's open offers could take more than from the one before,
 * until the trade that needs it has used it up. The approval of an offer covers the open ones on purpose.
 */
function checkRevived(
  context: GuardContext,
  { token, spender, amount }: RequiredApproval,
  allowance: bigint | undefined,
  path: string,
): undefined {
  if (context.intent.action === 'bid') return
  const key = `${token}:${spender}`
  const open = readState(context, context.chainState.openBidTotals, key) ?? 0n
  const takes = (allowed: bigint) => (open < allowed ? open : allowed)
  if (takes(amount) > takes(allowance ?? 0n)) addFinding(context, 'confirm', 'ORD_FUNDS', path, key)
}

const placeOf = ({ stepIndex, itemIndex }: TransactionEntry) => ({ stepIndex, itemIndex })

/** Accepts an approval of a collection, or of one token of it. */
function approveCollection(
  need: RequiredApproval,
  context: GuardContext,
  entry: TransactionEntry,
  call: Approval,
): undefined {
  const path = `${entry.path}.data.data`
  const { token: contract, spender, tokenIds } = need
  const { chainState, policy } = context
  // If the contract is a currency, the token id would be an amount.
  if (isMoney(context, contract)) return block(context, 'APR_KIND', path, contract)
  const erc1155 = readState(context, chainState.kinds, contract) === 'erc1155'
  const single = 'value' in call
  if (single ? erc1155 || !tokenIds.includes(call.value) : !call.approved)
    return block(context, 'APR_KIND', path, single ? call.value : 'false')
  if (!single && policy.approvals.nft === 'token' && !erc1155)
    return block(context, 'APR_KIND', path, 'setApprovalForAll', 'approve')
  const slot = single ? tokenApprovalSlot(need, call.value) : approvalSlot(need)
  const claims = [{ slot, units: 1n }]
  if (settleIfDone(context, entry, claims)) return
  if (readState(context, chainState.operators, `${contract}:${spender}`) === true) {
    context.settled.push(placeOf(entry))
    return
  }
  if (used(context, slot) > 0n) return block(context, 'FLOW_BUDGET', entry.path)
  // A transfer of one token needs no approval of the whole collection: it can be sent directly, or an ERC-721 can be
  // approved alone.
  const { intent } = context
  if (!single && intent.action === 'transfer') {
    const isAlone = new Set(tokenIds).size === 1 && (intent.items.length === 1 || !erc1155)
    // A transfer that is not known yet may turn out to send each token directly.
    if (isAlone || need.early) addFinding(context, 'confirm', 'APR_OPERATOR', path, spender)
  }
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
