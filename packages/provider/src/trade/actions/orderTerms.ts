import { type Fee, SeaportError } from '@sluice/seaport'
import type { Address } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import { barredMessage, type Move, type TransferRules } from '../../chain/transferRules.ts'
import { missingRoyalties, missingRoyaltiesMessage } from '../../orders/missingRoyalties.ts'
import type { StoredCollection } from '../../storage/chain/collections.ts'
import type { Currency } from '../../storage/orders/currency.ts'
import type { KnownConduit, TradeChain, TradeContext } from '../context.ts'
import { chooseConduit, currencyOf, type Exchange, exchangeFor, orderSalt } from '../exchange.ts'
import { feesFit, orderFees } from '../fees.ts'
import { objectionTo, otherBook, ownBook } from '../otherBooks.ts'
import type { BidRequest, ListRequest } from '../requests.ts'

type Asked = ListRequest['params'][number] | BidRequest['params'][number]

/** Why one order of a request cannot be made; the others are still planned. */
export class TermError extends Error {
  override readonly name = 'TermError'
  /** The term that is wrong. */
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** The error of an order that cannot be made, and its field in the request. */
export type FailedTerm = { readonly error: PlanError; readonly field: string }

/** Converts an error of the order at `orderIndex`. @throws any other error, unchanged. */
export function failedTerm(cause: unknown, orderIndex: number): FailedTerm {
  if (!(cause instanceof TermError || cause instanceof SeaportError || cause instanceof ApiError)) throw cause
  const within = 'field' in cause && cause.field !== undefined ? `.${cause.field}` : ''
  return { error: { message: cause.message, orderIndex }, field: `params.${orderIndex}${within}` }
}

/** The error when no order can be made: the first reason names the field. */
export const noneMade = (errors: readonly FailedTerm[]): ApiError =>
  new ApiError('noOrdersCreated', 'No orders can be created', {
    field: errors[0]?.field ?? 'params',
    errors: errors.map(({ error }) => error),
  })

/** What listings and bids have in common, settled. Times are unix seconds. */
export type SettledTerms = {
  readonly exchange: Exchange
  readonly conduit: KnownConduit
  readonly currency: Currency
  readonly fees: readonly Fee[]
  readonly startTime: bigint
  readonly endTime: bigint
  readonly salt: bigint
  /** Our own zone, where the order is to be cancelled without gas. */
  readonly zone: Address | undefined
}

const day = 86_400n
/** The lifetime of an order without an end. */
const lifetime = 180n * day
/** An order without a start is valid from a minute ago, for nodes whose clock runs behind. */
const headStart = 60n

function optionsOf(asked: Asked) {
  const { options, orderKind } = asked
  return options?.[orderKind] ?? options?.['seaport-v1.6'] ?? options?.['seaport-v1.5'] ?? undefined
}

/**
 * Completes what a request left open for one order.
 * @param royalties as the chain returns them now.
 * @throws {TermError} with the message that clients of Reservoir know.
 */
export function settleTerms(
  context: TradeContext,
  asked: Asked,
  royalties: readonly Fee[],
  source: string | undefined,
  defaultCurrency: `0x${string}`,
): SettledTerms {
  const { chain } = context
  const book = otherBook(chain, asked.orderbook)
  if (book === undefined && asked.orderbook !== ownBook)
    throw new TermError('orderbook', 'Unsupported orderbook')
  const options = optionsOf(asked)
  const zone = options?.useOffChainCancellation === true ? chain.zone : undefined
  const inZone = options?.useOffChainCancellation === true || options?.replaceOrderId != null
  if (inZone && zone === undefined && book === undefined)
    throw new TermError('options', 'Off-chain cancellation is not supported')
  const exchange = exchangeFor(chain, asked.orderKind)
  const conduit = chooseConduit(chain, exchange, options?.conduitKey)
  if (conduit === undefined) throw new TermError('options', 'Unsupported conduit')
  const currency = currencyOf(chain, asked.currency ?? defaultCurrency)
  if (currency === undefined) throw new TermError('currency', 'Unsupported currency')
  const fees = orderFees({ ...asked, royalties })
  if (!feesFit(asked.weiPrice, fees, asked.marketplaceFlatFees ?? []))
    throw new TermError('fees', 'Total fees exceed price')
  const criteria = !('taker' in asked) && asked.token == null && !asked.tokenSetId?.startsWith('token:')
  const objection = book === undefined ? undefined : objectionTo(book, { exchange, inZone, criteria, fees })
  if (objection !== undefined) throw new TermError('orderbook', objection)
  const now = context.now()
  const startTime = asked.listingTime == null ? now - headStart : BigInt(asked.listingTime)
  const endTime = asked.expirationTime == null ? now + lifetime : BigInt(asked.expirationTime)
  if (endTime <= now || endTime <= startTime)
    throw new TermError('expirationTime', 'The expiration time is in the past')
  const replaced = options?.replaceOrderId == null ? undefined : BigInt(options.replaceOrderId)
  const salt = replaced ?? asked.salt ?? orderSalt(source, context.randomBytes)
  return { exchange, conduit, currency, fees, startTime, endTime, salt, zone }
}

/**
 * Checks what the transfer validator of a collection demands of an order that is to be signed.
 * @param royalties as the chain returns them now.
 * @param field of the request that names the collection.
 * @throws {TermError} when the order could never be filled, or leaves out royalties that the collection enforces.
 */
export function checkTransferRules(
  rules: TransferRules,
  collection: Address,
  { conduit, zone, fees }: SettledTerms,
  royalties: readonly Fee[],
  field: string,
): void {
  if (!rules.allows({ collection, operator: conduit.address, zone }))
    throw new TermError(field, barredMessage)
  const paid = fees.map((fee) => ({ ...fee, kind: 'marketplace' as const }))
  if (rules.isEnforced(collection) && missingRoyalties({ fees: paid }, royalties).length > 0)
    throw new TermError('automatedRoyalties', missingRoyaltiesMessage)
}

/** The moves that the orders of a plan may need, for whichever conduit and zone they get. */
export const movesOf = (
  { conduits, seaports, zone }: TradeChain,
  collections: readonly Address[],
): readonly Move[] =>
  [...new Set(collections)].flatMap((collection) =>
    [...conduits, ...seaports].map(({ address }) => ({ collection, operator: address, zone })),
  )

/** Collections of a request, each read once. */
export async function collectionsOf(
  context: TradeContext,
  contracts: readonly `0x${string}`[],
): Promise<ReadonlyMap<string, StoredCollection>> {
  const unique = [...new Set(contracts)]
  const found = await Promise.all(unique.map((contract) => context.book.collection(contract)))
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.contract, one] as const])))
}

/** The exchanges of a request's order kinds; unknown kinds fail with their own order later. */
export const exchangesOf = (chain: TradeChain, kinds: readonly string[]): readonly Exchange[] => [
  ...new Map(kinds.map((kind) => exchangeFor(chain, kind)).map((one) => [one.address, one])).values(),
]
