import { buildListing, type Fee, isNft, keysOf, type OrderComponents } from '@sluice/seaport'
import type { Address } from 'viem'
import { checkPermissions } from '../approvals/checkPermissions.ts'
import { forAllSpenders } from '../approvals/requiredApprovals.ts'
import { readState } from '../context/chainReads.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { isMoney } from '../context/currencies.ts'
import type { GuardContext } from '../context/guardContext.ts'
import { approvalTokens, type RequiredApproval, requireToken } from '../context/requiredApproval.ts'
import { saltAt } from '../context/salts.ts'
import { assetOf } from '../model/assetOf.ts'
import type { ListIntent } from '../model/intent.ts'
import type { Effects } from '../model/verdict.ts'
import { refuseFunctions, splitCalls } from '../unexpected/unexpectedItems.ts'
import { buildOrder, checkFeeCeiling, commonTerms, orderFees, royaltyShares } from './commonTerms.ts'
import { agree, compareOrders } from './compareOrders.ts'
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

type Terms = ListIntent['listings'][number]

/** The guards of listings. */
export const listGuards: Guards = guardsOf<ListIntent>({
  check: (context) => {
    const { listings } = context.intent
    const signed = signAll(context, listingSide(context))
    const { seaport, others } = splitCalls(context, 'approve-token', (token) =>
      listings.some(({ contract }) => contract === token),
    )
    refuseFunctions(context, seaport)
    const awaited = signed.length === 0 && context.pending
    const open = (spender: Address) =>
      listings.map(({ contract, tokenId }) => requireToken(contract, spender, tokenId))
    const needs = listingNeeds(signed)
    checkPermissions(context, others, needs, awaited ? forAllSpenders(context, open) : undefined)
    checkAllSigned(context, listings.length)
  },
  requiredReads: ({ intent: { listings } }) => {
    const collections = listings.map(({ contract }) => contract)
    return {
      counters: true,
      kinds: collections,
      validators: collections,
      operators: collections,
      tokenApprovals: approvalTokens(listings),
      holdings: listings
        .slice(0, 100)
        .map(({ contract, tokenId, quantity }) => ({ contract, tokenId, quantity })),
      royalties: listings
        .filter(({ royalties }) => royalties.mode === 'chain')
        .map(({ contract, tokenId }) => [contract, tokenId] as const),
    }
  },
})

/** Returns how listings are built and compared. */
function listingSide(context: GuardContext<ListIntent>): OrderSide<Terms> {
  return {
    purpose: 'sign-listing',
    terms: context.intent.listings,
    tokenOf: ({ contract, tokenId }) => `${contract}:${tokenId}`,
    offeredToken: ({ offer }) => `${offer[0]?.token}:${offer[0]?.identifierOrCriteria}`,
    build: builder(context),
  }
}

/** Returns the approvals that signed listings require: the conduit may move the token. */
const listingNeeds = (signed: readonly BoundOrder<Terms>[]): readonly RequiredApproval[] =>
  signed.map(({ terms, built }) => requireToken(terms.contract, built.spender, terms.tokenId))

/** A listing without findings, with everything that it was built from. Similar listings are copied from it. */
type Template = {
  readonly terms: Terms
  readonly offered: OrderComponents
  readonly royalties: readonly Fee[]
  readonly built: BuiltOrder
}

const sameFees = (a: readonly Fee[], b: readonly Fee[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every(({ recipient, bps }, index) => recipient === b[index]?.recipient && bps === b[index].bps))

/** Fields that may differ between a listing and its template. Fees and royalties are compared separately. */
const mayDiffer = ['tokenId', 'salt', 'replaces', 'orderbook', 'fees', 'royalties']

/** Returns whether two listings have the same terms, except for those fields. */
const sameTerms = (a: Terms, b: Terms): boolean =>
  keysOf(a).every((field) => a[field] === b[field] || mayDiffer.includes(field)) && sameFees(a.fees, b.fees)

/** Fields of the provider's order that our own order may take over. */
const providerFields = ['conduitKey', 'zone', 'counter'] as const

/** Returns a function that builds listings. It copies listings with the same terms, so that a thousand of them are fast. */
function builder(context: GuardContext<ListIntent>): OrderSide<Terms>['build'] {
  let template: Template | undefined
  return (request, offered, agreed, findings) => {
    const { index, terms } = agreed
    const { contract, tokenId } = terms
    const royalties = royaltyShares(context, terms, contract, tokenId)
    const holding = readState(context, context.chainState.holdings, `${contract}:${tokenId}`)
    if (holding !== undefined && holding < terms.quantity)
      findings.confirm('ORD_NOT_HELD', 'offer.0', holding)
    const copied =
      template !== undefined &&
      sameTerms(terms, template.terms) &&
      sameFees(royalties, template.royalties) &&
      agree(providerFields, offered, template.offered) &&
      offered.offer[0]?.itemType === template.offered.offer[0]?.itemType
        ? copyListing(template.built, tokenId, terms.salt ?? saltAt(context, index))
        : undefined
    const built = copied ?? build(context, request, offered, agreed, royalties, findings)
    if (built === undefined) return undefined
    if (copied === undefined && terms.taker === undefined && findings.all.length === 0)
      template = { terms, offered, royalties, built }
    compareOrders(context, offered, built.components, terms, [...terms.fees, ...royalties], findings)
    return built
  }
}

/** Returns the same listing of another token, with another salt. */
function copyListing(
  { components, spender, effects }: BuiltOrder,
  tokenId: bigint,
  salt: bigint,
): BuiltOrder {
  const [nft] = components.offer
  const [given] = effects.give
  if (nft === undefined || given === undefined) throw new RangeError('A listing offers an NFT.')
  return {
    components: { ...components, offer: [{ ...nft, identifierOrCriteria: tokenId }], salt },
    spender,
    effects: { ...effects, give: [{ ...given, tokenId }] },
  }
}

/** Builds a listing from the agreed terms. */
function build(
  context: GuardContext<ListIntent>,
  request: OrderRequest,
  offered: OrderComponents,
  { index, terms }: AgreedOrder<Terms>,
  royalties: readonly Fee[],
  findings: OrderFindings,
): BuiltOrder | undefined {
  const { spender, common } = commonTerms(context, request, offered, terms, index, findings)
  if (isMoney(context, terms.contract))
    return findings.block('ORD_OFFER_ITEM', 'offer.0.token', terms.contract)
  const kind = kindOf(context, terms.contract, offered.offer[0]?.itemType, terms.quantity)
  const fees = [...terms.fees, ...royalties]
  checkFeeCeiling(context, fees, findings)
  const { contract: token, tokenId, endGross, taker } = terms
  const components = buildOrder(findings, () =>
    buildListing({ ...common, fees, token, tokenId, kind, endGross, taker }),
  )
  if (components === undefined) return undefined
  if (terms.endGross !== undefined && terms.endGross > terms.gross)
    findings.block('ORD_DUTCH', 'consideration')
  return { components, spender, effects: listingEffects(components, royalties, terms.taker) }
}

/** Returns what the account gives and the least that it gets when the order is filled. */
function listingEffects(order: OrderComponents, royalties: readonly Fee[], taker: Terms['taker']): Effects {
  const payments = order.consideration.filter((item) => !isNft(item.itemType))
  return {
    give: order.offer.map((item) => ({ ...assetOf(item), ...(taker && { counterparty: taker }) })),
    get: payments.filter((item) => item.recipient === order.offerer).map(assetOf),
    fees: orderFees(
      payments.filter((item) => item.recipient !== order.offerer),
      royalties,
    ),
    authority: [],
    until: order.endTime,
  }
}
