import { buildBid, criteriaRoot, type Fee, isNft, type OrderComponents, TermsError } from '@sluice/seaport'
import { judgeApproval } from '../approvals/checkApproval.ts'
import { checkNeeds, forAllSpenders, gatherNeeds } from '../approvals/permissions.ts'
import { isWrap, judgeWrap } from '../approvals/wrap.ts'
import { fact } from '../context/chainReads.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { used } from '../context/claims.ts'
import { isMoney } from '../context/currencies.ts'
import { block, find } from '../context/findings.ts'
import type { Judgement } from '../context/guardContext.ts'
import { approvalSlot, currencyNeed, type Need } from '../context/requiredApproval.ts'
import { assetOf } from '../model/assetOf.ts'
import type { BidIntent } from '../model/intent.ts'
import type { Effects } from '../model/verdict.ts'
import { refuseFunctions, splitCalls } from '../unexpected/unexpectedItems.ts'
import { checkFeeCeiling, commonTerms, feeKind, royaltyShares } from './commonTerms.ts'
import { compareOrders } from './compareOrders.ts'
import type { Objections } from './objections.ts'
import type { OrderRequest } from './orderRequest.ts'
import {
  type BuiltOrder,
  checkOrders,
  kindOf,
  type OrderSide,
  type SignedOwn,
  signAll,
} from './signOrders.ts'

type BidTerms = BidIntent['bids'][number]

/** The token whose royalties stand for a target: the named one, else token 1, as the provider takes it. */
const royaltyToken = ({ target }: BidTerms): bigint => (target.kind === 'token' ? target.tokenId : 1n)

/** How many tokens a bid is for any one of, where the caller named them. */
const countOf = ({ target }: BidTerms): number | undefined =>
  target.kind === 'list' ? target.tokenIds.length : undefined

/** Guards of offers. */
export const bidGuards: Guards = guardsOf<BidIntent>({
  check: (judgement) => {
    const { bids } = judgement.intent
    checkBidCurrencies(judgement)
    const signed = signAll(judgement, bidSide(judgement))
    const { seaport, others } = splitCalls(judgement, 'approve-currency', (token) =>
      bids.some(({ currency }) => currency === token),
    )
    refuseFunctions(judgement, seaport)
    const awaited = signed.length === 0 && judgement.pending
    const needs = awaited
      ? forAllSpenders(judgement, (spender) =>
          bids.map(({ currency, gross }) => currencyNeed(currency, spender, gross)),
        )
      : gatherNeeds(bidNeeds(judgement, signed))
    // An approval replaces the one that live bids stand on: where one is made, it is for all of them.
    const { committed } = judgement.facts
    const wanted = needs.map((need) => ({ ...need, live: committed?.get(`${need.token}:${need.spender}`) }))
    for (const entry of others) {
      if (isWrap(judgement, entry)) judgeWrap(judgement, entry)
      else judgeApproval(judgement, entry, wanted)
    }
    if (!awaited) checkNeeds(judgement, needs)
    if (!judgement.pending) checkFunds(judgement, wanted)
    checkOrders(judgement, bids.length)
  },
  requiredReads: ({ intent: { bids } }) => {
    const currencies = bids.map(({ currency }) => currency)
    return {
      counters: true,
      kinds: bids.map(({ target }) => target.contract),
      allowances: currencies,
      balances: currencies,
      royalties: bids
        .filter(({ royalties }) => royalties.mode === 'chain')
        .map((bid) => [bid.target.contract, royaltyToken(bid)] as const),
    }
  },
})

/** How bids are built and compared. */
function bidSide(judgement: Judgement<BidIntent>): OrderSide {
  return {
    purpose: 'sign-offer',
    terms: judgement.intent.bids,
    tokenOf: (terms) => ('target' in terms ? terms.target.contract : ''),
    offeredToken: ({ consideration }) => consideration.find((item) => isNft(item.itemType))?.token ?? '',
    build: (request, offered, index, objections) => build(judgement, request, offered, index, objections),
  }
}

/** What a signed bid needs: the conduit may take exactly the price. */
const bidNeeds = (judgement: Judgement<BidIntent>, signed: readonly SignedOwn[]): readonly Need[] =>
  signed.flatMap(({ index, built }) => {
    const terms = judgement.intent.bids[index]
    return terms === undefined ? [] : [currencyNeed(terms.currency, built.spender, terms.gross)]
  })

function build(
  judgement: Judgement<BidIntent>,
  request: OrderRequest,
  offered: OrderComponents,
  index: number,
  objections: Objections,
): BuiltOrder | undefined {
  const { object } = objections
  const terms = judgement.intent.bids[index]
  if (terms === undefined) return undefined
  const { spender, own } = commonTerms(judgement, request, offered, terms, index, objections)
  const offeredNft = offered.consideration.findIndex((item) => isNft(item.itemType))
  const nft = offered.consideration[offeredNft]
  if (isMoney(judgement, terms.target.contract))
    return object('ORD_CONS_ITEM', 'consideration.0.token', terms.target.contract)
  const kind = kindOf(judgement, terms.target.contract, nft?.itemType, 1n)
  const target = targetOf(judgement, terms, nft?.identifierOrCriteria ?? 0n, offeredNft, objections)
  if (target === undefined) return undefined
  const royalties = royaltyShares(judgement, terms, terms.target.contract, royaltyToken(terms))
  const fees = [...terms.fees, ...royalties]
  checkFeeCeiling(judgement, fees, objections)
  let components: OrderComponents
  try {
    components = buildBid({ ...own, fees, target: { kind, token: terms.target.contract, ...target } })
  } catch (cause) {
    if (!(cause instanceof TermsError)) throw cause
    return object('ORD_TERMS', cause.field, cause.message)
  }
  compareOrders(judgement, offered, components, terms, fees, objections)
  return { components, spender, effects: bidEffects(components, royalties, countOf(terms)) }
}

/** The token or the criteria root that the terms mean. Only an attribute's root comes from the provider. */
function targetOf(
  judgement: Judgement<BidIntent>,
  { target }: BidTerms,
  offeredRoot: bigint,
  at: number,
  { object, ask }: Objections,
): { readonly tokenId: bigint } | { readonly root: bigint } | undefined {
  const field = `consideration.${at}.identifierOrCriteria`
  switch (target.kind) {
    case 'token':
      return { tokenId: target.tokenId }
    case 'collection':
      // One contract, several collections: "any token" would be any of another collection.
      if (judgement.policy.sharedContracts.includes(target.contract))
        return object('ORD_CRITERIA', field, 'shared contract')
      return { root: 0n }
    case 'list':
      if (target.tokenIds.length === 0) return object('ORD_CRITERIA', field, 'no token')
      return { root: BigInt(criteriaRoot(target.tokenIds)) }
    case 'root':
      if (offeredRoot !== target.root || offeredRoot === 0n)
        return object('ORD_CRITERIA', field, offeredRoot, target.root)
      ask('ORD_CRITERIA', field, offeredRoot)
      return { root: offeredRoot }
    case 'attribute':
      if (offeredRoot === 0n) return object('ORD_CRITERIA', field, '0')
      ask('ORD_CRITERIA', field, offeredRoot)
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
    fees: fees.map((fee) => ({
      ...assetOf(fee),
      recipient: fee.recipient,
      kindOfFee: feeKind(fee.recipient, royalties),
    })),
    authority: [],
    until: order.endTime,
  }
}

/**
 * What all bids together promise, the live ones too, beside what the account has of it after this flow's wrap, and
 * beside what may be taken of it where no approval raises that. A bid that is not covered finds no seller, or takes
 * the money that another one stands on: the user says so.
 */
function checkFunds(judgement: Judgement<BidIntent>, needs: readonly Need[]): undefined {
  const { facts, items, intent } = judgement
  for (const currency of new Set(intent.bids.map((bid) => bid.currency))) {
    let promised = 0n
    for (const [key, amount] of facts.committed ?? []) if (key.startsWith(currency)) promised += amount
    for (const bid of intent.bids) if (bid.currency === currency) promised += bid.gross
    let balance = fact(judgement, facts.balances, currency)
    for (const { effects, purpose } of items)
      for (const { contract, amount } of effects.get)
        if (purpose === 'wrap' && contract === currency && balance !== undefined) balance += amount
    const allowed = needs.map((need) =>
      need.token === currency && need.live && used(judgement, approvalSlot(need)) === 0n
        ? facts.allowances.get(approvalSlot(need).slice(8))
        : undefined,
    )
    for (const covered of [balance, ...allowed])
      if (covered !== undefined && promised > covered)
        find(judgement, 'ask', 'ORD_FUNDS', 'steps', promised, covered)
  }
}

/** Bids are paid in an ERC-20; checked before anything else, because a wrap would follow from it. */
function checkBidCurrencies(judgement: Judgement<BidIntent>): undefined {
  judgement.intent.bids.forEach((terms) => {
    const known = judgement.chain.paymentTokens.some(
      (token) => token.address.toLowerCase() === terms.currency,
    )
    const wrapped = judgement.chain.wrappedNative?.toLowerCase() === terms.currency
    if (!known && !wrapped) block(judgement, 'ORD_OFFER_ITEM', 'intent', terms.currency)
  })
}
