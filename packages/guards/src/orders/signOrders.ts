import type { OrderComponents } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { acceptSignature } from '../context/acceptSignature.ts'
import { readState } from '../context/chainReads.ts'
import { claimedPath, settleIfDone, used } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import { type GuardContext, requestsOf, type SignatureEntry } from '../context/guardContext.ts'
import { readEndpoint } from '../context/postEndpoint.ts'
import { effectsOf } from '../model/effects.ts'
import { type Finding, hasBlocked } from '../model/finding.ts'
import type { BidIntent, ListIntent } from '../model/intent.ts'
import type { Authority, Effects, OrderTrade, Purpose } from '../model/verdict.ts'
import { checkZone } from './checkZone.ts'
import { type Objections, type OrderTerms, objectionsAt } from './objections.ts'
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
export type OrderSide = {
  readonly purpose: Purpose
  readonly terms: readonly OrderTerms[]
  readonly tokenOf: (terms: OrderTerms) => string
  readonly offeredToken: (offered: OrderComponents) => string
  readonly build: (
    request: OrderRequest,
    offered: OrderComponents,
    index: number,
    objections: Objections,
  ) => BuiltOrder | undefined
}

/** An order that is bound to the agreed terms at `index`. */
export type BoundOrder = { readonly index: number; readonly terms: OrderTerms; readonly built: BuiltOrder }

const orderSlot = (index: number): string => `order:${index}`

/** Checks every signature request of the plan, and returns the orders that it is for. */
export const signAll = (
  context: GuardContext<ListIntent> | GuardContext<BidIntent>,
  side: OrderSide,
): readonly BoundOrder[] => requestsOf(context).flatMap((entry) => checkOrderSignature(context, entry, side))

/** Binds each order of a signature request to an agreed one, and prepares our own orders for signing and posting. */
function checkOrderSignature(
  context: GuardContext<ListIntent> | GuardContext<BidIntent>,
  entry: SignatureEntry,
  side: OrderSide,
): readonly BoundOrder[] {
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
  const slots = openSlots(context, side)
  const bound: BoundOrder[] = []
  for (const { components, path } of request.orders) {
    const own = bind(context, entry, request, components, path, side, slots)
    if (own === undefined) return []
    slots.taken.add(own.index)
    bound.push(own)
  }
  const claims = bound.map(({ index }) => ({ slot: orderSlot(index), units: 1n }))
  if (settleIfDone(context, entry, claims)) return bound
  if (claims.some((claim) => used(context, claim.slot) > 0n)) {
    block(context, 'FLOW_BUDGET', entry.path)
    return []
  }
  if (request.bulk) checkBulkAccount(context, entry)
  accept(context, entry, request, endpoint, bound, side)
  return bound
}

/** The agreed orders by token. `taken` has those that are already bound to this signature. */
type Slots = {
  readonly byToken: ReadonlyMap<string, readonly number[]>
  readonly count: number
  readonly taken: Set<number>
}

function openSlots(context: GuardContext, { terms, tokenOf }: OrderSide): Slots {
  const byToken = new Map<string, number[]>()
  const signed = usedSlots(context)
  const isSigned = ([index]: readonly [number, OrderTerms]) => signed.has(orderSlot(index))
  const all = [...terms.entries()]
  // Signed orders come last, so that a second order with the same terms is not bound to the first.
  for (const [index, each] of [...all.filter((one) => !isSigned(one)), ...all.filter(isSigned)]) {
    const token = tokenOf(each)
    const found = byToken.get(token)
    if (found === undefined) byToken.set(token, [index])
    else found.push(index)
  }
  return { byToken, count: terms.length, taken: new Set() }
}

const usedSlots = ({ done, items }: GuardContext): ReadonlySet<string> =>
  new Set([...done, ...items].flatMap((item) => item.claims.map(({ slot }) => slot)))

/**
 * Binds an order of the provider to the first agreed one that fits. If none fits, reports the findings of the first one
 * for the same token, or else of the next agreed order that is not bound yet.
 */
function bind(
  context: GuardContext,
  entry: SignatureEntry,
  request: OrderRequest,
  offered: OrderComponents,
  path: string,
  side: OrderSide,
  { byToken, count, taken }: Slots,
): BoundOrder | undefined {
  const sameToken = (byToken.get(side.offeredToken(offered)) ?? []).filter((index) => !taken.has(index))
  let next = 0
  while (sameToken.length === 0 && taken.has(next)) next++
  const candidates = sameToken.length > 0 ? sameToken : next < count ? [next] : []
  let firstFindings: readonly Finding[] | undefined
  for (const index of candidates) {
    const objections = objectionsAt(path)
    const terms = side.terms[index]
    const built = side.build(request, offered, index, objections)
    if (terms !== undefined && built !== undefined && !hasBlocked(objections.findings)) {
      context.findings.push(...objections.findings)
      return { index, terms, built }
    }
    firstFindings ??= objections.findings
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
  context: GuardContext<ListIntent> | GuardContext<BidIntent>,
  entry: SignatureEntry,
  request: OrderRequest,
  endpoint: string,
  bound: readonly BoundOrder[],
  side: OrderSide,
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
    ({ built: { spender } }, index): Authority => ({
      kind: 'order',
      contract: request.seaport,
      spender,
      order: hashes[index] as Hex,
    }),
  )
  const merged = effectsOf(bound.map(({ built }) => built.effects))
  const trades = bound.flatMap(({ index, built: { effects, components } }, at): readonly OrderTrade[] => {
    const [[token], [price]] =
      intent.action === 'list' ? [effects.give, effects.get] : [effects.get, effects.give]
    if (token === undefined || price === undefined) return []
    const taken = effects.fees.reduce(
      (sum, fee) => (fee.contract === price.contract ? sum + fee.amount : sum),
      0n,
    )
    const order = { orderId: hashes[at] as Hex, item: index, token, price }
    if (intent.action !== 'list') return [order]
    const gross = price.amount + taken
    const from = intent.listings[index]?.gross ?? gross
    const falls = from > gross && { falls: { from, until: components.endTime } }
    return [{ ...order, gross, ...falls }]
  })
  const ends = owns.flatMap(({ terms }) => (terms.replaces ? [{ order: terms.replaces }] : []))
  for (const { order } of ends) checkZone(context, entry.path, order, context.policy.zones.own)
  const { types, primaryType, message } = data
  acceptSignature(context, entry, {
    request: { kind: 'typedData', domain, types, primaryType, message, digest },
    post: orderPost(intent, endpoint, request.version, owns, proof, hashes),
    effects: { ...merged, authority, trades, ...(ends.length > 0 && { ends }) },
    purpose: side.purpose,
    claims: bound.map(({ index }) => ({ slot: orderSlot(index), units: 1n })),
  })
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
