import { buildBid, criteriaRoot, type Fee, isNft, type OrderComponents } from '@sluice/seaport'
import type { Address } from 'viem'
import { checkApproval } from '../approvals/checkPermissions.ts'
import { checkRequired, forAllSpenders, mergeApprovals } from '../approvals/requiredApprovals.ts'
import { checkWrap, isWrap } from '../approvals/wrap.ts'
import { readState } from '../context/chainReads.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { used } from '../context/claims.ts'
import { isMoney } from '../context/currencies.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { type RequiredApproval, requireCurrency } from '../context/requiredApproval.ts'
import { assetOf } from '../model/assetOf.ts'
import type { BidIntent } from '../model/intent.ts'
import { approvalSlot } from '../model/slots.ts'
import type { Effects } from '../model/verdict.ts'
import { refuseFunctions, splitCalls } from '../unexpected/unexpectedItems.ts'
import { buildOrder, checkFeeCeiling, commonTerms, orderFees, royaltyShares } from './commonTerms.ts'
import { compareOrders } from './compareOrders.ts'
import type { OrderFindings } from './orderFindings.ts'
import type { OrderRequest } from './orderRequest.ts'
import {
  type AgreedOrder,
  type BoundOrder,
  type BuiltOrder,
  checkAllSigned,
  kindOf,
  type OrderSide,
  signAll,
} from './signOrders.ts'

type BidTerms = BidIntent['bids'][number]

/** Returns the token whose royalties apply to a target: the named one, else token 1, as providers do. */
const royaltyToken = ({ target }: BidTerms): bigint => (target.kind === 'token' ? target.tokenId : 1n)

/** Returns the number of tokens that the seller may choose from, if the caller listed them. */
const countOf = ({ target }: BidTerms): number | undefined =>
  target.kind === 'list' ? target.tokenIds.length : undefined

/** The guards of offers. */
export const bidGuards: Guards = guardsOf<BidIntent>({
  check: (context) => {
    const { bids } = context.intent
    checkBidCurrencies(context)
    const signed = signAll(context, bidSide(context))
    const { seaport, others } = splitCalls(context, 'approve-currency', (token) =>
      bids.some(({ currency }) => currency === token),
    )
    refuseFunctions(context, seaport)
    const awaited = signed.length === 0 && context.pending
    const needs = awaited
      ? forAllSpenders(context, (spender) =>
          bids.map(({ currency, gross }) => requireCurrency(currency, spender, gross)),
        )
      : mergeApprovals(bidNeeds(signed))
    // A new approval replaces the allowance that open bids rely on, so it must cover them too.
    const { openBidTotals } = context.chainState
    const wanted = needs.map((need) => ({
      ...need,
      live: openBidTotals?.get(`${need.token}:${need.spender}`),
    }))
    for (const entry of others) {
      if (isWrap(context, entry)) checkWrap(context, entry)
      else checkApproval(context, entry, wanted)
    }
    if (!awaited) checkRequired(context, needs)
    checkFunds(context, wanted)
    checkAllSigned(context, bids.length)
  },
  requiredReads: ({ intent: { bids } }) => {
    const currencies = bids.map(({ currency }) => currency)
    const collections = bids.map(({ target }) => target.contract)
    return {
      counters: true,
      kinds: collections,
      validators: collections,
      allowances: currencies,
      balances: currencies,
      royalties: bids
        .filter(({ royalties }) => royalties.mode === 'chain')
        .map((bid) => [bid.target.contract, royaltyToken(bid)] as const),
    }
  },
})

/** Returns how bids are built and compared. */
function bidSide(context: GuardContext<BidIntent>): OrderSide<BidTerms> {
  return {
    purpose: 'sign-offer',
    terms: context.intent.bids,
    tokenOf: ({ target }) => target.contract,
    offeredToken: ({ consideration }) => consideration.find((item) => isNft(item.itemType))?.token ?? '',
    build: (request, offered, agreed, findings) => build(context, request, offered, agreed, findings),
  }
}

/** Returns the approvals that signed bids require: the conduit may take exactly the price. */
const bidNeeds = (signed: readonly BoundOrder<BidTerms>[]): readonly RequiredApproval[] =>
  signed.map(({ terms, built }) => requireCurrency(terms.currency, built.spender, terms.gross))

/** Builds a bid from the agreed terms, and compares the provider's order with it. */
function build(
  context: GuardContext<BidIntent>,
  request: OrderRequest,
  offered: OrderComponents,
  { index, terms }: AgreedOrder<BidTerms>,
  findings: OrderFindings,
): BuiltOrder | undefined {
  const { spender, common } = commonTerms(context, request, offered, terms, index, findings)
  const offeredNft = offered.consideration.findIndex((item) => isNft(item.itemType))
  const nft = offered.consideration[offeredNft]
  if (isMoney(context, terms.target.contract))
    return findings.block('ORD_CONS_ITEM', 'consideration.0.token', terms.target.contract)
  const kind = kindOf(context, terms.target.contract, nft?.itemType, 1n)
  const target = targetOf(context, terms, nft?.identifierOrCriteria ?? 0n, offeredNft, findings)
  if (target === undefined) return undefined
  const royalties = royaltyShares(context, terms, terms.target.contract, royaltyToken(terms))
  const fees = [...terms.fees, ...royalties]
  checkFeeCeiling(context, fees, findings)
  const components = buildOrder(findings, () =>
    buildBid({ ...common, fees, target: { kind, token: terms.target.contract, ...target } }),
  )
  if (components === undefined) return undefined
  compareOrders(context, offered, components, terms, fees, findings)
  return { components, spender, effects: bidEffects(components, royalties, countOf(terms)) }
}

/** Returns the token or the criteria root of the terms. Only the root of an attribute comes from the provider. */
function targetOf(
  context: GuardContext<BidIntent>,
  { target }: BidTerms,
  offeredRoot: bigint,
  index: number,
  findings: OrderFindings,
): { readonly tokenId: bigint } | { readonly root: bigint } | undefined {
  const field = `consideration.${index}.identifierOrCriteria`
  switch (target.kind) {
    case 'token':
      return { tokenId: target.tokenId }
    case 'collection':
      // Several collections use a shared contract: "any token" could be of another collection.
      if (context.policy.sharedContracts.includes(target.contract))
        return findings.block('ORD_CRITERIA', field, 'shared contract')
      return { root: 0n }
    case 'list':
      if (target.tokenIds.length === 0) return findings.block('ORD_CRITERIA', field, 'no token')
      return { root: BigInt(criteriaRoot(target.tokenIds)) }
    case 'root':
      if (offeredRoot !== target.root || offeredRoot === 0n)
        return findings.block('ORD_CRITERIA', field, offeredRoot, target.root)
      findings.confirm('ORD_CRITERIA', field, offeredRoot)
      return { root: offeredRoot }
    case 'attribute':
      if (offeredRoot === 0n) return findings.block('ORD_CRITERIA', field, '0')
      findings.confirm('ORD_CRITERIA', field, offeredRoot)
      return { root: offeredRoot }
    default:
      return target satisfies never
  }
}

function bidEffects(order: OrderComponents, royalties: readonly Fee[], count: number | undefined): Effects {
  const [price] = order.offer
  const [nft, ...fees] = order.consideration
  if (price === undefined || nft === undefined) throw new RangeError('A bid has a price and an NFT.')
  const asset = assetOf(nft)
  return {
    give: [assetOf(price)],
    get: [{ ...asset, ...(asset.oneOf && { oneOf: { ...asset.oneOf, count } }) }],
    fees: orderFees(fees, royalties),
    authority: [],
    until: order.endTime,
  }
}

/**
 * Compares what all bids promise, open ones included, with the balance after the wrap of this plan, and with the
 * allowance if no approval of this plan raises it. A bid that is not covered cannot be accepted, or takes the money of
 * another bid, so the user must confirm it.
 */
function checkFunds(context: GuardContext<BidIntent>, needs: readonly RequiredApproval[]): undefined {
  const { chainState, items, intent } = context
  for (const currency of new Set(intent.bids.map((bid) => bid.currency))) {
    let promised = 0n
    for (const [key, amount] of chainState.openBidTotals ?? [])
      if (key.startsWith(currency)) promised += amount
    for (const bid of intent.bids) if (bid.currency === currency) promised += bid.gross
    let balance = readState(context, chainState.balances, currency)
    const before = balance
    for (const { effects, purpose } of items)
      for (const { contract, amount } of effects.get)
        if (purpose === 'wrap' && contract === currency && balance !== undefined) balance += amount
    if (context.pending) {
      checkWrapped(context, currency, before, balance)
      continue
    }
    const allowed = needs.map((need) =>
      need.token === currency && need.live && used(context, approvalSlot(need)) === 0n
        ? chainState.allowances.get(`${need.token}:${need.spender}`)
        : undefined,
    )
    for (const covered of [balance, ...allowed])
      if (covered !== undefined && promised > covered)
        addFinding(context, 'confirm', 'ORD_FUNDS', 'steps', promised, covered)
  }
}

/**
 * Requires a confirmation for a wrap from which the account's open bids could take more than from the balance before, while
 * the bid that it is for has no data yet: that may never come.
 */
function checkWrapped(
  context: GuardContext<BidIntent>,
  currency: Address,
  before: bigint | undefined,
  after: bigint | undefined,
): undefined {
  let open = 0n
  for (const [key, amount] of context.chainState.openBidTotals ?? [])
    if (key.startsWith(currency)) open += amount
  const takes = (balance: bigint) => (open < balance ? open : balance)
  if (before !== undefined && after !== undefined && takes(after) > takes(before))
    addFinding(context, 'confirm', 'ORD_FUNDS', 'steps', open, before)
}

/** Checks that bids are paid in a listed ERC-20. This comes first, because the check of a wrap relies on it. */
function checkBidCurrencies(context: GuardContext<BidIntent>): undefined {
  for (const { currency } of context.intent.bids)
    if (!isMoney(context, currency)) block(context, 'ORD_OFFER_ITEM', 'intent', currency)
}
