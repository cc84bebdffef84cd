import { type OrderShape, type SeaportDomain, type SeaportVersion, seaportDomain } from '@sluice/seaport'
import type { OrderReason } from '@sluice/wire'
import type { Hex } from 'viem'
import type { Question } from '../chain/live.ts'
import type { ChainConfig } from '../config.ts'
import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { readCollections } from '../storage/chain/collections.ts'
import { storedIds } from '../storage/orders/orderQuotas.ts'
import type { NewOrder } from '../storage/orders/orders.ts'
import { knownSets } from '../storage/orders/tokenSets.ts'
import { revisitOrders } from './revalidate.ts'
import { contractsVouch, type Vouched } from './signatures/contractSignatures.ts'
import type { SignedOrder } from './signatures/orderVerifier.ts'
import type { SignatureBudget } from './signatures/signatureBudget.ts'
import { type Examined, examine, OrderError, type PostedOrder, seaportOf, shapeOf } from './validateOrder.ts'

/** What became of one posted order. */
export type Received =
  | { readonly id: Hex; readonly stored: true }
  | {
      readonly id: Hex
      readonly stored: false
      readonly reason: OrderReason
      /** As an {@link OrderError} names it. */
      readonly field: string
      readonly detail: string
    }

/** An order on its way in, good so far. */
type Passing = { readonly posted: PostedOrder; readonly examined: Examined }
type Signed = { readonly examined: Examined; readonly vouched: Vouched }

/** Keeps a refusal as a value, so that one bad order of a post does not keep the others out. */
function refusable<T>(check: () => T): T | OrderError {
  try {
    return check()
  } catch (cause) {
    if (cause instanceof OrderError) return cause
    throw cause
  }
}
const isRefused = (one: unknown): one is OrderError => one instanceof OrderError

/**
 * Takes orders in: every check first, the chain asked once for all of them, then one durable write for all
 * that passed. A second post of the same order is a success. Answers in order of input; a fault of the chain
 * or the database rejects.
 */
export const receiveOrders = (
  chain: ChainDeps,
  posted: readonly PostedOrder[],
): Promise<readonly Received[]> => chain.intake.within(posted.length, () => receive(chain, posted))

async function receive(chain: ChainDeps, posted: readonly PostedOrder[]): Promise<readonly Received[]> {
  const { checked, head } = await checkAll(chain, posted)
  const good = checked.filter((one): one is NewOrder => !isRefused(one))
  if (good.length > 0)
    await revisitOrders(chain, await chain.intake.store(good.map((order) => ({ order, head }))))
  return checked.map(answerOf)
}

const answerOf = (one: NewOrder | OrderError): Received =>
  isRefused(one)
    ? { id: one.orderId, stored: false, reason: one.reason, field: one.field, detail: one.message }
    : { id: one.id, stored: true }

/** One order that goes to another book: checked like one of ours, and not kept. @throws {OrderError} */
export async function checkOrder(chain: ChainDeps, posted: PostedOrder): Promise<NewOrder> {
  const [only] = (await checkAll(chain, [posted])).checked
  if (only === undefined || isRefused(only))
    throw only ?? new Error('One order was checked, and none came back.')
  return only
}

/** Orders of a post that are looked at first: when nobody signed any of them, no more work is spent on the others. */
const sample = 128

const isUnsigned = (one: unknown): boolean => isRefused(one) && one.reason === 'invalid-signature'

const unchecked = ({ verifier }: ChainDeps, { components }: PostedOrder): OrderError =>
  new OrderError(
    'invalid-signature',
    verifier.orderHash(components),
    'signature',
    `Nobody signed the first ${sample} orders of the post, so that this one was not looked at.`,
  )

/**
 * Every check of a post, the cheap ones first, and the block up to which the book knew the chain before. Nobody asks
 * the chain about an order that nobody signed.
 */
async function checkAll(chain: ChainDeps, posted: readonly PostedOrder[]) {
  const budget = chain.signatureBudget(chain.reads.nodes.caller())
  const first = await signedAll(chain, await examineAll(chain, posted.slice(0, sample)), budget)
  const rest = posted.slice(sample)
  const signed =
    rest.length > 0 && first.every(isUnsigned)
      ? [...first, ...rest.map((one) => unchecked(chain, one))]
      : [...first, ...(await signedAll(chain, await examineAll(chain, rest), budget))]
  const passing = signed.filter((one): one is Signed => !isRefused(one))
  const bids = passing.some((one) => one.examined.side === 'buy')
  const head = bids ? (await readHead(chain.db, chain.config.id))?.hash : undefined
  const [judge, counted] = await Promise.all([
    standingOf(chain, passing),
    storedIds(
      chain.db,
      chain.config.id,
      passing.map(({ examined }) => examined.id),
    ),
    chain.quotas.load(passing.map(({ examined }) => examined.maker)),
  ])
  const checked = signed.map((one) =>
    isRefused(one) ? one : refusable(() => withinQuota(chain, judge(one), counted)),
  )
  return { checked, head }
}

/**
 * @param counted orders that are in the book or were counted before; a second post of one takes no place.
 * @throws {OrderError} when the maker has as many open orders as one may have.
 */
function withinQuota({ quotas }: ChainDeps, order: NewOrder, counted: Set<string>): NewOrder {
  if (counted.has(order.id)) return order
  const full = quotas.take(order.maker, order.contract)
  if (full !== undefined) throw new OrderError('filtered', order.id, 'offerer', full)
  counted.add(order.id)
  return order
}

/** Checks what needs no chain; collections and token sets are read once for the whole post. */
async function examineAll(
  chain: ChainDeps,
  posted: readonly PostedOrder[],
): Promise<readonly (Passing | OrderError)[]> {
  if (posted.length === 0) return []
  const { config, db, verifier } = chain
  const now = BigInt(Math.floor(chain.clock() / 1000))
  const shaped = posted.map((one) =>
    refusable((): { posted: PostedOrder; id: Hex; shape: OrderShape } => {
      const id = verifier.orderHash(one.components)
      return { posted: one, id, shape: shapeOf(one, id, config) }
    }),
  )
  const contracts = shaped.flatMap((one) => (isRefused(one) ? [] : [one.shape.nft.token]))
  let collections = await readCollections(db, config.id, contracts)
  const unknown = contracts.filter((contract) => !collections.has(contract))
  if (unknown.length > 0) {
    await chain.learner.learn(unknown)
    collections = await readCollections(db, config.id, contracts)
  }
  const examined = shaped.map((one) =>
    isRefused(one)
      ? one
      : refusable((): Passing => {
          const collection = collections.get(one.shape.nft.token)
          return {
            posted: one.posted,
            examined: examine(one.posted, one.id, one.shape, config, collection, now),
          }
        }),
  )
  const lists = examined.flatMap((one) =>
    !isRefused(one) && one.examined.tokenSetId.startsWith('list:') ? [one.examined.tokenSetId] : [],
  )
  const known = await knownSets(db, config.id, lists)
  return examined.map((one) => {
    if (isRefused(one)) return one
    const { id, tokenSetId } = one.examined
    return tokenSetId.startsWith('list:') && !known.has(tokenSetId)
      ? new OrderError(
          'invalid-token-set',
          id,
          'consideration',
          'The tokens of the offer are not known here.',
        )
      : one
  })
}

const notSigned = (id: Hex, why = 'The signature is not the maker’s.'): OrderError =>
  new OrderError('invalid-signature', id, 'signature', why)

/** Who signed each order; what nobody signed is refused. Contracts are asked as far as the budget of the post goes. */
async function signedAll(
  chain: ChainDeps,
  examined: readonly (Passing | OrderError)[],
  budget: SignatureBudget,
): Promise<readonly (Signed | OrderError)[]> {
  const { config, verifier } = chain
  const domains = new Map<SeaportVersion, SeaportDomain>()
  const domainOf = (version: SeaportVersion): SeaportDomain => {
    const domain = domains.get(version) ?? seaportDomain(config.id, version, seaportOf(config, version))
    domains.set(version, domain)
    return domain
  }
  const lines = examined.map((one) => {
    if (isRefused(one)) return one
    const { id, maker, version } = one.examined
    return { ...one, signed: { domain: domainOf(version), id, maker, signature: one.posted.signature } }
  })
  const asked = lines.flatMap((one) => (isRefused(one) ? [] : [one.signed]))
  const byKey = (await verifier.signedByMakers(asked)).values()
  const contracts: SignedOrder[] = []
  const judged = lines.map(
    (one): Signed | OrderError | { readonly examined: Examined; readonly place: number } => {
      if (isRefused(one)) return one
      const { examined, signed } = one
      if (byKey.next().value) return { examined, vouched: { by: 'key', signature: signed.signature } }
      return { examined, place: contracts.push(signed) - 1 }
    },
  )
  const vouched = await contractsVouch(chain, contracts, budget)
  return judged.map((one) => {
    if (isRefused(one) || 'vouched' in one) return one
    const { examined, place } = one
    const by = vouched[place]
    return typeof by === 'object' ? { examined, vouched: by } : notSigned(examined.id, by)
  })
}

/** What the chain is asked about an order before it is taken in. */
function questionsAbout({ examined }: Signed, config: ChainConfig): readonly Question[] {
  const { id, maker, version, side, currency, conduit } = examined
  const seaport = seaportOf(config, version) ?? config.seaport
  return [
    { ask: 'counter', seaport, account: maker },
    { ask: 'order', seaport, orderId: id },
    ...(side === 'sell'
      ? []
      : ([
          { ask: 'balance', token: currency, account: maker },
          { ask: 'allowance', token: currency, account: maker, spender: conduit },
        ] as const)),
  ]
}

/** Asks the chain once about all orders; answers the check of each against what it said. */
async function standingOf(chain: ChainDeps, signed: readonly Signed[]): Promise<(one: Signed) => NewOrder> {
  const { config } = chain
  const facts = await chain.live.read(signed.flatMap((one) => questionsAbout(one, config)))
  return ({ examined, vouched }) => {
    const { id, maker, version, side, currency, conduit, components } = examined
    const refuse = (message: string, field = ''): never => {
      throw new OrderError('not-fillable', id, field, message)
    }
    const seaport = seaportOf(config, version) ?? config.seaport
    if (facts.counter(seaport, maker) !== components.counter)
      return refuse('The order was signed before its maker cancelled everything.', 'counter')
    const state = facts.order(seaport, id)
    if (state === undefined) return refuse('Seaport knows nothing of such an order.')
    if (state.cancelled) return refuse('The order is cancelled on chain.')
    if (state.size > 0n && state.filled >= state.size) return refuse('The order is filled.')
    const bid = side === 'buy'
    if (!bid && vouched.by === 'key') return examined
    return {
      ...examined,
      signature: vouched.signature,
      signedBy: vouched.by,
      funds: bid ? facts.balance(currency, maker) : 0n,
      allowed: bid ? facts.allowance(currency, maker, conduit) : 0n,
    }
  }
}
