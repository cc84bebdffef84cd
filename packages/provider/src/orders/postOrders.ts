import { type OrderShape, type SeaportDomain, type SeaportVersion, seaportDomain } from '@sluice/seaport'
import type { Hex } from 'viem'
import { type Question, royaltyUnit } from '../chain/live.ts'
import { barredMessage, type Move, type TransferRules } from '../chain/transferRules.ts'
import type { ChainConfig } from '../chainConfig.ts'
import type { ChainDeps } from '../deps.ts'
import { mapInTurns } from '../mapInTurns.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { readCollections } from '../storage/chain/collections.ts'
import { storedIds } from '../storage/orders/orderQuotas.ts'
import type { NewOrder } from '../storage/orders/orders.ts'
import { knownSets } from '../storage/orders/tokenSets.ts'
import { unixTime } from '../unixTime.ts'
import { adoptOrders } from './adoptOrders.ts'
import { missingRoyalties, missingRoyaltiesMessage } from './missingRoyalties.ts'
import { isRejected, type RejectedOrder, rejectOrder } from './rejectedOrder.ts'
import { revalidateOrders } from './revalidateOrders.ts'
import { type VerifiedSignature, verifyByContracts } from './signatures/contractSignatures.ts'
import type { SignedOrder } from './signatures/orderVerifier.ts'
import type { SignatureBudget } from './signatures/signatureBudgets.ts'
import { type PostedOrder, seaportOf, tradableShape, validateOrder } from './validateOrder.ts'

/** The outcome of posting one order. */
export type PostResult = { readonly id: Hex; readonly stored: true } | RejectedOrder

/** An order of a kind that is traded here. */
type Shaped = { readonly posted: PostedOrder; readonly id: Hex; readonly shape: OrderShape }
/** An order that is valid by itself. */
type Validated = { readonly posted: PostedOrder; readonly order: NewOrder }
/** A valid order whose maker signed it. */
type Signed = { readonly order: NewOrder; readonly signature: VerifiedSignature }

const sameOrder = 'The same order is stored for another Seaport: sign this one with another salt.'

/**
 * Validates and verifies orders, with one read of the chain for all of them, and inserts those that passed in one
 * transaction. A second post of the same order is a success, unless it is for another Seaport.
 * @returns outcomes in order of input. @throws when the chain or the database cannot be reached.
 */
export const postOrders = (
  chain: ChainDeps,
  posted: readonly PostedOrder[],
): Promise<readonly PostResult[]> => chain.inserter.withinLimit(posted.length, () => post(chain, posted))

async function post(chain: ChainDeps, posted: readonly PostedOrder[]): Promise<readonly PostResult[]> {
  const { verified, head } = await verifyAll(chain, posted)
  const good = verified.filter((one): one is NewOrder => !isRejected(one))
  if (good.length === 0) return verified.filter(isRejected)
  const { stale, known } = await chain.inserter.insert(good.map((order) => ({ order, head })))
  const among = (ids: ReadonlySet<string>) => good.filter(({ id }) => ids.has(id))
  const isOfOtherSeaport = await adoptOrders(chain, among(known))
  await revalidateOrders(
    chain,
    among(stale).map(({ id }) => id),
  )
  return verified.map((one) => {
    if (isRejected(one)) return one
    const { id } = one
    return isOfOtherSeaport(one) ? rejectOrder('filtered', id, 'salt', sameOrder) : { id, stored: true }
  })
}

/** Validates and verifies an order for another book, without inserting it. */
export async function verifyOrder(chain: ChainDeps, posted: PostedOrder): Promise<NewOrder | RejectedOrder> {
  const [only] = (await verifyAll(chain, [posted])).verified
  if (only === undefined) throw new Error('The verification of one order returned no result.')
  return only
}

/** The number of orders that are verified first: when all of them are unsigned, the rest is rejected unverified. */
const firstBatch = 128

const isUnsigned = (one: object): boolean => isRejected(one) && one.reason === 'invalid-signature'

const unverified = ({ verifier }: ChainDeps, { components }: PostedOrder): RejectedOrder =>
  rejectOrder(
    'invalid-signature',
    verifier.orderHash(components),
    'signature',
    `The first ${firstBatch} orders of this post have no valid signature, so this order was not checked.`,
  )

/**
 * Runs every check of a post, the cheap ones first: the chain is not asked about an unsigned order. Returns the
 * stored head from before as well.
 */
async function verifyAll(chain: ChainDeps, posted: readonly PostedOrder[]) {
  const budget = chain.signatureBudget(chain.reads.nodes.caller())
  const isOwn = posted.some(({ book }) => book === undefined)
  const count = isOwn ? firstBatch : posted.length
  const first = await verifySignatures(chain, await validateAll(chain, posted.slice(0, count)), budget)
  const rest = posted.slice(count)
  const signed =
    rest.length > 0 && first.every(isUnsigned)
      ? [...first, ...(await mapInTurns(rest, (one) => unverified(chain, one)))]
      : [...first, ...(await verifySignatures(chain, await validateAll(chain, rest), budget))]
  const signedOrders = signed.filter((one): one is Signed => !isRejected(one))
  const bids = signedOrders.some((one) => one.order.side === 'buy')
  const head = bids ? (await readHead(chain.db, chain.config.id))?.hash : undefined
  const orders = signedOrders.map(({ order }) => order)
  // Orders that another book attributes to a maker must not use up the maker's quota here.
  const [verify] = await Promise.all([
    verifyOnChain(chain, signedOrders, isOwn),
    isOwn ? chain.quotas.load(orders.map(({ maker }) => maker)) : undefined,
  ])
  const withinQuota = isOwn ? await quotaCheck(chain, orders) : (order: NewOrder) => order
  const verified = signed.map((one) => {
    const order = isRejected(one) ? one : verify(one)
    return isRejected(order) ? order : withinQuota(order)
  })
  return { verified, head }
}

/**
 * Returns the check that rejects an order whose maker has reached the quota of open orders; posting an order again does
 * not count. Which orders are in the book already is read near a limit only: far from it, it decides nothing.
 */
async function quotaCheck({ quotas, db, config }: ChainDeps, orders: readonly NewOrder[]) {
  const isNear = quotas.mayExceed(orders)
  if (isNear) await quotas.recount(orders.map(({ maker }) => maker))
  const ids = orders.map(({ id }) => id)
  const counted = isNear ? await storedIds(db, config.id, ids) : new Set<string>()
  return (order: NewOrder): NewOrder | RejectedOrder => {
    if (counted.has(order.id)) return order
    const full = quotas.take(order, isNear)
    if (full !== undefined) return rejectOrder('filtered', order.id, 'offerer', full)
    counted.add(order.id)
    return order
  }
}

/** Validates what needs no chain; collections and token sets are read once for the whole post. */
async function validateAll(
  chain: ChainDeps,
  posted: readonly PostedOrder[],
): Promise<readonly (Validated | RejectedOrder)[]> {
  if (posted.length === 0) return []
  const { config, db, verifier } = chain
  const now = BigInt(unixTime(chain.clock))
  const shaped = await mapInTurns(posted, (one): Shaped | RejectedOrder => {
    const id = one.book?.id ?? verifier.orderHash(one.components)
    const shape = tradableShape(one, id, config)
    return isRejected(shape) ? shape : { posted: one, id, shape }
  })
  const contracts = shaped.flatMap((one) => (isRejected(one) ? [] : [one.shape.nft.token]))
  let collections = await readCollections(db, config.id, contracts)
  const unknown = contracts.filter((contract) => !collections.has(contract))
  if (unknown.length > 0) {
    await chain.discovery.discover(unknown)
    collections = await readCollections(db, config.id, contracts)
  }
  const validated = await mapInTurns(shaped, (one): Validated | RejectedOrder => {
    if (isRejected(one)) return one
    const collection = collections.get(one.shape.nft.token)
    const order = validateOrder(one.posted, one.id, one.shape, config, collection, now)
    return isRejected(order) ? order : { posted: one.posted, order }
  })
  const lists = validated.flatMap((one) =>
    !isRejected(one) && one.order.tokenSetId.startsWith('list:') ? [one.order.tokenSetId] : [],
  )
  const known = await knownSets(db, config.id, lists)
  return validated.map((one) => {
    if (isRejected(one)) return one
    const { id, tokenSetId } = one.order
    return tokenSetId.startsWith('list:') && !known.has(tokenSetId)
      ? rejectOrder('invalid-token-set', id, 'consideration', 'The tokens of the offer are not known here.')
      : one
  })
}

const notSigned = (id: Hex, why = 'The signature is not the maker’s.'): RejectedOrder =>
  rejectOrder('invalid-signature', id, 'signature', why)

/** Whether a book keeps the signature until the order is filled. It is verified then. */
const isWithheld = ({ book, signature }: PostedOrder): boolean => book !== undefined && signature === '0x'

/** Verifies who signed each order. Contracts are asked as far as the budget of the post allows. */
async function verifySignatures(
  chain: ChainDeps,
  validated: readonly (Validated | RejectedOrder)[],
  budget: SignatureBudget,
): Promise<readonly (Signed | RejectedOrder)[]> {
  const { config, verifier } = chain
  const domains = new Map<SeaportVersion, SeaportDomain>()
  const domainOf = (version: SeaportVersion): SeaportDomain => {
    const domain = domains.get(version) ?? seaportDomain(config.id, version, seaportOf(config, version))
    domains.set(version, domain)
    return domain
  }
  const lines = validated.map((one) => {
    if (isRejected(one)) return one
    const { id, maker, version } = one.order
    return { ...one, signed: { domain: domainOf(version), id, maker, signature: one.posted.signature } }
  })
  const asked = lines.flatMap((one) => (isRejected(one) || isWithheld(one.posted) ? [] : [one.signed]))
  const byKey = (await verifier.signedByMakers(asked)).values()
  const contracts: SignedOrder[] = []
  const verified = lines.map(
    (one): Signed | RejectedOrder | { readonly order: NewOrder; readonly place: number } => {
      if (isRejected(one)) return one
      const { order, signed, posted } = one
      if (isWithheld(posted)) return { order, signature: { by: 'book', signature: '0x' } }
      if (byKey.next().value) return { order, signature: { by: 'key', signature: signed.signature } }
      return { order, place: contracts.push(signed) - 1 }
    },
  )
  const byContract = await verifyByContracts(chain, contracts, budget)
  return verified.map((one) => {
    if (isRejected(one) || 'signature' in one) return one
    const { order, place } = one
    const signature = byContract[place]
    return typeof signature === 'object' ? { order, signature } : notSigned(order.id, signature)
  })
}

/** What the chain is asked about an order. */
function questionsAbout({ order }: Signed, config: ChainConfig): readonly Question[] {
  const { id, maker, version, side, currency, conduit } = order
  const seaport = seaportOf(config, version) ?? config.seaport
  return [
    { ask: 'counter', seaport, account: maker },
    { ask: 'order', seaport, orderId: id },
    { ask: 'validator', token: order.contract },
    ...(side === 'sell'
      ? []
      : ([
          { ask: 'balance', token: currency, account: maker },
          { ask: 'allowance', token: currency, account: maker, spender: conduit },
        ] as const)),
  ]
}

/** How the order's token is moved: an offer is accepted over the chain's conduit, whichever its maker uses. */
const moveOf = ({ order: { side, contract, conduit, components } }: Signed, config: ChainConfig): Move => ({
  collection: contract,
  operator: side === 'sell' ? conduit : config.conduit,
  zone: components.zone,
})

/** The check whether an order pays the royalties that its collection enforces; other books keep that themselves. */
async function royaltyCheck(
  { live }: ChainDeps,
  orders: readonly NewOrder[],
  { isEnforced }: TransferRules,
): Promise<(order: NewOrder) => boolean> {
  const enforced = orders.filter(({ contract }) => isEnforced(contract))
  if (enforced.length === 0) return () => true
  const asked = ({ contract, tokenId = 1n }: NewOrder) => ({ token: contract, tokenId, price: royaltyUnit })
  const facts = await live.read(enforced.map((order) => ({ ask: 'royalties', ...asked(order) })))
  return (order) => {
    const { token, tokenId, price } = asked(order)
    return !isEnforced(token) || missingRoyalties(order, facts.royalties(token, tokenId, price)).length === 0
  }
}

/** Reads the chain once for all orders. @returns the check of one order against what was read. */
async function verifyOnChain(
  chain: ChainDeps,
  signed: readonly Signed[],
  isOwn: boolean,
): Promise<(one: Signed) => NewOrder | RejectedOrder> {
  const { config, live } = chain
  const facts = await live.read(signed.flatMap((one) => questionsAbout(one, config)))
  const rules = await live.transferRules(
    signed.map((one) => moveOf(one, config)),
    facts,
  )
  const paysRoyalties = await royaltyCheck(chain, isOwn ? signed.map(({ order }) => order) : [], rules)
  return (one) => {
    const { order, signature } = one
    const { id, maker, version, side, currency, conduit, components } = order
    const reject = (detail: string, field = '') => rejectOrder('not-fillable', id, field, detail)
    const seaport = seaportOf(config, version) ?? config.seaport
    if (facts.counter(seaport, maker) !== components.counter)
      return reject('The order was signed before its maker cancelled everything.', 'counter')
    const state = facts.order(seaport, id)
    if (state === undefined) return reject('Seaport does not know this order.')
    if (state.cancelled) return reject('The order is cancelled on chain.')
    if (state.size > 0n && state.filled >= state.size) return reject('The order is filled.')
    if (!rules.allows(moveOf(one, config))) return reject(`${barredMessage}.`)
    if (!paysRoyalties(order))
      return rejectOrder('filtered', id, 'consideration', `${missingRoyaltiesMessage}.`)
    const bid = side === 'buy'
    if (!bid && signature.by === 'key') return order
    return {
      ...order,
      signature: signature.signature,
      signedBy: signature.by,
      funds: bid ? facts.balance(currency, maker) : 0n,
      allowed: bid ? facts.allowance(currency, maker, conduit) : 0n,
    }
  }
}
