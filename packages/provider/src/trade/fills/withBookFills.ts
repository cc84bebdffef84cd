import { type Address, type Hex, hexToBigInt, size, slice, zeroAddress } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import { BookError } from '../../books/bookError.ts'
import type { OrderBook, ReadableBook } from '../../books/orderBook.ts'
import type { TradeContext } from '../context.ts'
import { exchangeOf } from '../exchange.ts'
import { bookOf } from '../otherBooks.ts'
import type { BuyRequest, SellRequest } from '../requests.ts'
import type { Quoted } from './quote.ts'

/** What a search for orders leaves out: orders that their book did not authorize, or everything that needs a book. */
export type Skipped = { readonly ids: readonly Hex[]; readonly books: boolean }

const notAuthorized = 'The order book of this order does not authorize the trade now; try again in a minute'

/** Seconds for which data of a zone has to be valid: for less, no user could confirm the trade in time. */
const leastLifetime = 15n

/** Whether data for a SIP-7 zone is for this account and valid for long enough. Other forms are left to the zone. */
function serves(extraData: Hex, fulfiller: Address, now: bigint): boolean {
  if (size(extraData) === 0) return false
  if (!extraData.startsWith('0x00') || size(extraData) < 93) return true
  const named = slice(extraData, 1, 21).toLowerCase()
  return (
    (named === zeroAddress || named === fulfiller) &&
    hexToBigInt(slice(extraData, 21, 29)) >= now + leastLifetime
  )
}

/**
 * The entry with the additions of its book.
 * @returns why not: the book does not authorize the order, or does not answer now.
 */
async function authorize(
  context: TradeContext,
  entry: Quoted,
  book: OrderBook & { readonly reads: ReadableBook },
  fulfiller: Address,
): Promise<Quoted | 'refused' | 'silent'> {
  const { chosen } = entry
  const { order, tokenId, units } = chosen
  const { id, side, components, contract } = order
  try {
    const seaport = exchangeOf(context.chain, order.version).address
    const fill = await book.reads.fulfill({
      id,
      side,
      seaport,
      components,
      fulfiller,
      contract,
      tokenId,
      units,
    })
    if (order.signedBy === 'book' && !(await context.acceptSignature(order, fill.signature))) return 'refused'
    const signature = order.signedBy === 'book' ? fill.signature : order.signature
    const own = { ...chosen, order: { ...order, signature } }
    // Seaport asks no zone about an open order.
    if (components.orderType < 2) return { ...entry, chosen: own }
    if (!serves(fill.extraData, fulfiller, context.now())) return 'refused'
    return { ...entry, chosen: { ...own, extraData: fill.extraData } }
  } catch (cause) {
    if (!(cause instanceof BookError)) throw cause
    return cause.kind === 'unreachable' || cause.kind === 'limited' ? 'silent' : 'refused'
  }
}

/**
 * Plans with orders of other books: what only the book can add to a fill is fetched from it and checked. Where a book
 * does not answer, or refuses, other orders are looked for; in the end only those that need no book. An order that the
 * request names has no replacement.
 * @param attempt selects and quotes orders without those that are skipped.
 * @throws {ApiError}
 */
export async function withBookFills<
  T extends { readonly quoted: readonly Quoted[]; readonly errors: PlanError[] },
>(
  context: TradeContext,
  body: BuyRequest | SellRequest,
  fulfiller: Address,
  attempt: (skipped: Skipped) => Promise<T>,
): Promise<T> {
  let skipped: Skipped = { ids: [], books: false }
  for (;;) {
    const found = await attempt(skipped).catch((cause: unknown) => {
      const [orderId] = skipped.ids
      if (orderId === undefined || !(cause instanceof ApiError)) throw cause
      throw new ApiError('orderGone', notAuthorized, { orderId })
    })
    if (body.onlyPath) return found
    const filled = await Promise.all(
      found.quoted.map(async (entry) => {
        const book = bookOf(context.chain, entry.chosen.order)
        return {
          entry,
          filled: book === undefined ? entry : await authorize(context, entry, book, fulfiller),
        }
      }),
    )
    const failed = filled.filter((one) => typeof one.filled === 'string').map(({ entry }) => entry.chosen)
    const quoted = filled.flatMap((one) => (typeof one.filled === 'string' ? [] : [one.filled]))
    if (failed.length === 0) return { ...found, quoted }
    const isNamed = (itemIndex: number): boolean => {
      const item = body.items[itemIndex]
      return item?.orderId != null || item?.rawOrder != null
    }
    const named = failed.filter(({ itemIndex }) => isNamed(itemIndex)).map(({ order }) => order.id)
    const [orderId] = named
    if (orderId !== undefined && !body.partial) throw new ApiError('orderGone', notAuthorized, { orderId })
    const others = failed.filter(({ itemIndex }) => !isNamed(itemIndex)).map(({ order }) => order.id)
    if (others.length === 0) {
      found.errors.push(...named.map((id) => ({ message: notAuthorized, orderId: id })))
      if (quoted.length === 0)
        throw new ApiError('noFillableOrders', 'No fillable orders', { errors: found.errors })
      return { ...found, quoted }
    }
    const isSilent = filled.some((one) => one.filled === 'silent')
    skipped = { ids: [...skipped.ids, ...others], books: isSilent || skipped.ids.length > 0 }
  }
}
