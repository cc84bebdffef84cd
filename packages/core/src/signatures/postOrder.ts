import type { PostPlan } from '@sluice/guards/internal'
import { type OrderResult, orderAnswer, parse } from '@sluice/wire'
import type { Hex } from 'viem'
import { fetchOrders } from '../api/fetchOrders.ts'
import { parseAnswer } from '../api/parseAnswer.ts'
import { request } from '../api/request.ts'
import { TradeError } from '../errors.ts'
import type { OpenEntry } from '../journal/openEntry.ts'
import { placeOf } from '../plan/checkedPlan.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import { isRecord, printable, property } from '../property.ts'
import { confirmEnded } from './confirmEnded.ts'
import type { SignatureContext, SignatureItem } from './signatureContext.ts'

/** How often a post that got no answer is sent again, with the same bytes. */
const postRetries = 2

/**
 * Posts our own body with a signature, reads what the provider stored, and waits until orders that the signature ends
 * are over.
 * @throws {TradeError} `order_refused`, `provider_malformed`, `provider_unreachable`, `rate_limited`,
 * `cancel_unconfirmed`, `order_filled`, `aborted`.
 */
export async function postOrder(
  context: SignatureContext,
  item: SignatureItem,
  { signature, entry }: { readonly signature: Hex; readonly entry: OpenEntry },
): Promise<void> {
  const at = placeOf(item)
  const { ends } = item.effects
  const orderData = await post(context, item, signature, entry)
  if (ends !== undefined) {
    const orderIds = ends === 'all' ? [] : ends.map(({ order }) => order)
    await confirmEnded(context, orderIds).catch(async (cause: unknown) => {
      if (cause instanceof TradeError && cause.code === 'order_filled') await entry.write('failed')
      throw cause
    })
    await entry.write('posted')
  }
  context.dispatch({ type: 'item_posted', at, orderData })
  context.dispatch({ type: 'item_complete', at })
}

/**
 * Returns the body to post, with the API key of each order's book as the caller gave it: a secret that no intent,
 * verdict or report holds.
 */
export function bodyToPost(
  { body: { params } }: Pick<PreparedAction, 'body'>,
  { claims, post: { body } }: SignatureItem,
): unknown {
  if (claims[0]?.slot.startsWith('order:') !== true) return body
  const keyAt = (index: number) => {
    const place = Number(claims[index]?.slot.slice('order:'.length))
    const key = Array.isArray(params) ? property(params[place], 'orderbookApiKey') : undefined
    return key === undefined ? {} : { orderbookApiKey: key }
  }
  if (!isRecord(body)) return body
  const { items } = body
  return Array.isArray(items)
    ? { ...body, items: items.map((item: object, index) => ({ ...item, ...keyAt(index) })) }
    : { ...body, ...keyAt(0) }
}

async function post(
  context: SignatureContext,
  item: SignatureItem,
  signature: Hex,
  entry: OpenEntry,
): Promise<readonly OrderResult[]> {
  const { client, chain, signal, prepared } = context
  const { endpoint, orderIds } = item.post
  const body = bodyToPost(prepared, item)
  const ownIds = orderIds.map((orderId, orderIndex) => ({ orderId, orderIndex }))
  // A signature that ends orders has done so only once they are shown as ended.
  const state = item.effects.ends === undefined ? 'posted' : 'maybe_live'
  const posted = async (results: readonly OrderResult[]) => {
    await entry.write(state, { post: { endpoint, body, signature } })
    return results
  }
  try {
    const answer = await request(client, chain, {
      method: 'POST',
      path: endpoint,
      query: { signature },
      body,
      signal,
      retries: postRetries,
    })
    const results = readResults(answer)
    if (results.length > 0 || orderIds.length === 0) {
      checkStored(item.post, results)
      return await posted(results)
    }
    throw unnamedError()
  } catch (error) {
    if (isDuplicate(error, orderIds)) return posted(ownIds)
    // It accepted the post and names no order: the provider is asked whether the order is there.
    const unnamed = error instanceof TradeError && isAccepted(error)
    if (unnamed && (await areStored(context, orderIds))) return posted(ownIds)
    // The signature has left this page: until it is cancelled or expires, the order may be live.
    await entry.write('maybe_live', { post: { endpoint, body, signature } })
    throw refusal(unnamed ? unnamedError(error) : error)
  }
}

/** Returns whether an answer had a success status and could not be read: the post was accepted, as far as is known. */
const isAccepted = ({ code }: TradeError): boolean => code === 'provider_malformed'

const unnamedError = (cause?: unknown): TradeError =>
  new TradeError(
    'provider_malformed',
    'The provider took the signed order and did not name it: it may be live.',
    { cause, money: 'signed' },
  )

/** Returns whether the provider has every one of these orders. */
async function areStored({ client, chain, signal }: SignatureContext, ids: readonly Hex[]): Promise<boolean> {
  if (ids.length === 0) return false
  const onError = () => []
  const orders = await fetchOrders(client, chain, { ids, signal, retries: 2, onError })
  signal.throwIfAborted()
  const stored = new Set(orders.map(({ id }) => id.toLowerCase()))
  return ids.every((id) => stored.has(id))
}

/** Returns whether the provider has the posted order already, from an earlier attempt of ours. */
const isDuplicate = (error: unknown, [orderId, ...more]: readonly Hex[]): boolean =>
  error instanceof TradeError &&
  error.data.status === 409 &&
  orderId !== undefined &&
  more.length === 0 &&
  error.data.orderId === orderId

/** Reads `results`, or the fields of a single order; an answer with neither has no results. */
function readResults(answer: unknown): readonly OrderResult[] {
  const { results, ...single } = parseAnswer(
    (input) => parse(orderAnswer, input, "The provider's answer"),
    answer,
  )
  if (results != null) return results
  const isOne = single.orderId != null || single.crossPostingOrderId != null || single.message != null
  return isOne ? [{ ...single, orderIndex: single.orderIndex ?? 0 }] : []
}

/**
 * Checks that the provider names the ids that we computed ourselves. Only an order for a book elsewhere may be named by
 * that book's id instead.
 * @throws {TradeError} `order_refused`
 */
function checkStored({ orderIds, body }: PostPlan, results: readonly OrderResult[]): void {
  const foreign = results.find(({ orderId }) => orderId != null && !orderIds.includes(orderId))
  if (orderIds.length > 0 && foreign !== undefined)
    throw new TradeError('order_refused', 'The provider stored another order than the one that was signed.', {
      data: { orderId: foreign.orderId },
    })
  const elsewhere = booksOf(body).map((book) => book !== undefined && book !== ownBook)
  const isCrossPosted = (index: number) =>
    elsewhere[index] === true &&
    results.some(
      ({ orderId, crossPostingOrderId, orderIndex }, place) =>
        orderId == null && crossPostingOrderId != null && (orderIndex ?? place) === index,
    )
  const missing = orderIds.filter(
    (id, index) => !results.some(({ orderId }) => orderId === id) && !isCrossPosted(index),
  )
  if (missing.length === 0) return
  const reason = results.find(({ orderId, message }) => orderId == null && message != null)?.message
  throw new TradeError(
    'order_refused',
    `The provider did not take the order: ${reason == null ? 'Unknown Reason' : printable(reason)}`,
    { data: { orderIds: missing } },
  )
}

/** The name of the provider's own order book (specification 5: the default one). */
const ownBook = 'reservoir'

/** Returns the book that each posted order is for, in the order of our own body. */
function booksOf(body: unknown): readonly unknown[] {
  const items = property(body, 'items')
  return (Array.isArray(items) ? items : [body]).map((item) => property(item, 'orderbook'))
}

/** A provider that answered with a rejection has refused the order; one that failed has not decided. */
function refusal(error: unknown): unknown {
  const refused =
    error instanceof TradeError && error.code === 'provider_error' && (error.data.status ?? 500) < 500
  return refused ? new TradeError('order_refused', error.message, { cause: error, data: error.data }) : error
}
