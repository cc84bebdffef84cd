import type { OrderComponents } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { acceptSignature } from '../context/acceptSignature.ts'
import { readState } from '../context/chainReads.ts'
import { claimedPath, isUnused, settleIfDone } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import { type GuardContext, requestsOf, type SignatureEntry } from '../context/guardContext.ts'
import { readEndpoint } from '../context/readEndpoint.ts'
import { effectsOf } from '../model/effects.ts'
import { type Finding, hasBlocked } from '../model/finding.ts'
import type { BidIntent, ListIntent } from '../model/intent.ts'
import { orderSlot } from '../model/slots.ts'
import type { Authority, Effects, OrderTrade, Purpose } from '../model/verdict.ts'
import { checkZone } from './checkZone.ts'
import { type ListingOrBid, type OrderFindings, orderFindingsAt } from './orderFindings.ts'
import { type OwnOrder, orderPost } from './orderPost.ts'
import { type OrderRequest, readOrderRequest } from './orderRequest.ts'
import { signableOrder, signableTree } from './signable.ts'

/** An order that the guards built, the address that will move its tokens, and its effects. */
export type BuiltOrder = {
  readonly components: OrderComponents
  readonly spender: Address
  readonly effects: Effects
}

/** How listings or bids are built from their terms and compared with the provider's orders. */
export type OrderSide<TTerms extends ListingOrBid> = {
  readonly purpose: Purpose
  readonly terms: readonly TTerms[]
  readonly tokenOf: (terms: TTerms) => string
  readonly offeredToken: (offered: OrderComponents) => string
  readonly build: (
    request: OrderRequest,
    offered: OrderComponents,
    agreed: AgreedOrder<TTerms>,
    findings: OrderFindings,
  ) => BuiltOrder | undefined
}

/** The agreed terms of one order, and their index in the intent. */
export type AgreedOrder<TTerms extends ListingOrBid> = { readonly index: number; readonly terms: TTerms }

/** An order that is bound to agreed terms. */
export type BoundOrder<TTerms extends ListingOrBid = ListingOrBid> = AgreedOrder<TTerms> & {
  readonly built: BuiltOrder
}

type SignContext = GuardContext<ListIntent> | GuardContext<BidIntent>

/** Checks every signature request of the plan, and returns the orders that it is for. */
export const signAll = <TTerms extends ListingOrBid>(
  context: SignContext,
  side: OrderSide<TTerms>,
): readonly BoundOrder<TTerms>[] =>
  requestsOf(context).flatMap((entry) => checkOrderSignature(context, entry, side))

/** Binds each order of a signature request to an agreed one, and prepares our own orders for signing and posting. */
function checkOrderSignature<TTerms extends ListingOrBid>(
  context: SignContext,
  entry: SignatureEntry,
  side: OrderSide<TTerms>,
): readonly BoundOrder<TTerms>[] {
  const endpoint = readEndpoint(context, entry)
  const request = readOrderRequest(context, entry)
  if (endpoint === undefined || request === undefined) return []
  if (!endpoint.startsWith('/order/') || (request.bulk && endpoint === '/order/v3')) {
    block(context, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
    return []
  }
  if (request.orders.length > context.policy.orders.maxPerSignature) {
    block(context, 'ORD_BULK', entry.path, request.orders.length)
    return []
  }
  const agreed = agreedOrders(context, side)
  const bound: BoundOrder<TTerms>[] = []
  for (const { components, path } of request.orders) {
    const own = bind(context, entry, request, components, path, side, agreed)
    if (own === undefined) return []
    agreed.taken.add(own.index)
    bound.push(own)
  }
  const claims = bound.map(({ index }) => ({ slot: orderSlot(index), units: 1n }))
  if (settleIfDone(context, entry, claims)) return bound
  if (!isUnused(context, entry, claims)) return []
  if (request.bulk) checkBulkAccount(context, entry)
  accept(context, entry, request, endpoint, bound, side.purpose)
  return bound
}

/** The agreed orders. `taken` has the indexes of those that are already bound to this signature. */
type AgreedOrders<TTerms extends ListingOrBid> = {
  readonly all: readonly AgreedOrder<TTerms>[]
  readonly byToken: ReadonlyMap<string, readonly AgreedOrder<TTerms>[]>
  readonly taken: Set<number>
}

function agreedOrders<TTerms extends ListingOrBid>(
  context: GuardContext,
  { terms, tokenOf }: OrderSide<TTerms>,
): AgreedOrders<TTerms> {
  const byToken = new Map<string, AgreedOrder<TTerms>[]>()
  const signed = usedSlots(context)
  const isSigned = ({ index }: AgreedOrder<TTerms>) => signed.has(orderSlot(index))
  const all = terms.map((own, index) => ({ index, terms: own }))
  // Signed orders come last, so that a second order with the same terms is not bound to the first.
  for (const agreed of [...all.filter((order) => !isSigned(order)), ...all.filter(isSigned)]) {
    const token = tokenOf(agreed.terms)
    const found = byToken.get(token)
    if (found === undefined) byToken.set(token, [agreed])
    else found.push(agreed)
  }
  return { all, byToken, taken: new Set() }
}

const usedSlots = ({ done, items }: GuardContext): ReadonlySet<string> =>
  new Set([...done, ...items].flatMap((item) => item.claims.map(({ slot }) => slot)))

/**
 * Binds an order of the provider to the first agreed one that fits. If none fits, reports the findings of the first one
 * for the same token, or else of the next agreed order that is not bound yet.
 */
function bind<TTerms extends ListingOrBid>(
  context: GuardContext,
  entry: SignatureEntry,
  request: OrderRequest,
  offered: OrderComponents,
  path: string,
  side: OrderSide<TTerms>,
  { all, byToken, taken }: AgreedOrders<TTerms>,
): BoundOrder<TTerms> | undefined {
  const isFree = ({ index }: AgreedOrder<TTerms>) => !taken.has(index)
  const sameToken = (byToken.get(side.offeredToken(offered)) ?? []).filter(isFree)
  const next = sameToken.length > 0 ? undefined : all.find(isFree)
  const candidates = next === undefined ? sameToken : [next]
  let firstFindings: readonly Finding[] | undefined
  for (const agreed of candidates) {
    const findings = orderFindingsAt(path)
    const built = side.build(request, offered, agreed, findings)
    if (built !== undefined && !hasBlocked(findings.all)) {
      context.findings.push(...findings.all)
      return { ...agreed, built }
    }
    firstFindings ??= findings.all
  }
  if (firstFindings === undefined) return block(context, request.bulk ? 'ORD_BULK' : 'FLOW_BUDGET', path)
  context.findings.push(...firstFindings)
  if (request.bulk && sameToken.length === 0) block(context, 'ORD_BULK', path)
  if (!hasBlocked(firstFindings)) block(context, 'ORD_TERMS', entry.path)
  return undefined
}

/**
 * Blocks a signature over several orders by a contract account. Seaport passes such an account the digest of a single
 * order (EIP-1271), never that of a tree.
 */
function checkBulkAccount(context: GuardContext, entry: SignatureEntry): undefined {
  const { accountCode } = context.chainState
  const path = `${entry.path}.data.sign.primaryType`
  if (accountCode === 'contract') block(context, 'ORD_BULK', path, 'contract account')
  if (accountCode === undefined) addFinding(context, 'confirm', 'ORD_BULK', path, 'account not read')
}

/** Accepts a signature over our own orders. */
function accept(
  context: SignContext,
  entry: SignatureEntry,
  request: OrderRequest,
  endpoint: string,
  bound: readonly BoundOrder[],
  purpose: Purpose,
): undefined {
  const { intent } = context
  const { domain } = request
  const orders = bound.map(({ built }) => built.components)
  const owns = bound.map(({ terms, built }): OwnOrder => ({ components: built.components, terms }))
  const [first] = orders
  if (first === undefined) return
  const { data, digest, hashes, proof } = request.bulk
    ? signableTree(domain, orders)
    : signableOrder(domain, first)
  const authority = bound.map(
    ({ built: { spender } }, position): Authority => ({
      kind: 'order',
      contract: request.seaport,
      spender,
      order: hashes[position] as Hex,
    }),
  )
  const merged = effectsOf(bound.map(({ built }) => built.effects))
  const trades = bound.flatMap((order, position) => tradesOf(intent, order, hashes[position] as Hex))
  const ends = owns.flatMap(({ terms }) => (terms.replaces ? [{ order: terms.replaces }] : []))
  for (const { order } of ends) checkZone(context, entry.path, order, context.policy.zones.own)
  const { types, primaryType, message } = data
  acceptSignature(context, entry, {
    request: { kind: 'typedData', domain, types, primaryType, message, digest },
    post: orderPost(intent, endpoint, request.version, owns, proof, hashes),
    effects: { ...merged, authority, trades, ...(ends.length > 0 && { ends }) },
    purpose,
    claims: bound.map(({ index }) => ({ slot: orderSlot(index), units: 1n })),
  })
}

/** Returns the trade of one of our orders, for the card. A listing also has its price before fees, and how it falls. */
function tradesOf(
  { action }: ListIntent | BidIntent,
  { index, terms, built: { effects, components } }: BoundOrder,
  orderId: Hex,
): readonly OrderTrade[] {
  const [[token], [price]] = action === 'list' ? [effects.give, effects.get] : [effects.get, effects.give]
  if (token === undefined || price === undefined) return []
  const trade = { orderId, item: index, token, price }
  if (action !== 'list') return [trade]
  const gross = effects.fees.reduce(
    (sum, fee) => (fee.contract === price.contract ? sum + fee.amount : sum),
    price.amount,
  )
  const falls = terms.gross > gross && { falls: { from: terms.gross, until: components.endTime } }
  return [{ ...trade, gross, ...falls }]
}

/** Checks that every agreed order is signed or will be. One that the provider refused by index needs a confirmation. */
export function checkAllSigned(context: GuardContext, count: number): undefined {
  if (context.pending) return
  const signed = usedSlots(context)
  const path = claimedPath(context, 'signature')
  for (let index = 0; index < count; index++) {
    if (signed.has(orderSlot(index))) continue
    const refused = context.plan.errors?.some((error) => error.orderIndex === index) === true
    addFinding(
      context,
      refused ? 'confirm' : 'block',
      'FLOW_FALSE_COMPLETE',
      path,
      undefined,
      orderSlot(index),
    )
  }
}

/** Returns the token standard of a collection: from the chain, or from the provider's order if it was not read. */
export function kindOf(
  context: GuardContext,
  token: Address,
  offeredType: number | undefined,
  quantity: bigint,
) {
  const known = readState(context, context.chainState.kinds, token)
  if (known !== undefined) return known
  return quantity > 1n || offeredType === 3 || offeredType === 5 ? 'erc1155' : 'erc721'
}
