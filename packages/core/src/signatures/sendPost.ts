import { type OrderResult, orderAnswer, parse } from '@sluice/wire'
import type { Hex } from 'viem'
import { fetchOrders } from '../api/fetchOrders.ts'
import { parseAnswer } from '../api/parseAnswer.ts'
import { request } from '../api/request.ts'
import { TradeError } from '../errors.ts'
import type { JournalState } from '../journal/journalEntry.ts'
import { printable, property } from '../property.ts'
import { confirmEnded } from './confirmEnded.ts'
import type { SignatureContext } from './signatureContext.ts'

/** How often a post that got no answer is sent again, with the same bytes. */
const postRetries = 2

/** Our own body with its signature. */
export type SignedPost = {
  readonly endpoint: string
  readonly body: unknown
  readonly signature: Hex
  /** Orders that are signed: the ids that the provider must return, in the order of the body. */
  readonly orderIds: readonly Hex[]
  /** Orders that the signature ends. */
  readonly ends: readonly Hex[]
  /** Whether the provider may have stored the orders after an earlier post. */
  readonly isRepeated: boolean
}

type PostContext = Pick<SignatureContext, 'client' | 'chain' | 'signal' | 'reader'>

/** What the provider answered to a post. */
type Answer =
  | { readonly results: readonly OrderResult[] }
  | {
      readonly error: unknown
      /** Whether the provider decided against the order, so that the same post would be refused again. */
      readonly refused: boolean
      readonly mayBeStored: boolean
    }

/**
 * Posts our own body with a signature, reads what the provider stored, and waits until orders that the signature ends
 * are over.
 *
 * @param write called with each state of the journal entry, and whether the provider refused the order.
 * @throws {TradeError} `order_refused`, `provider_malformed`, `provider_unreachable`, `rate_limited`,
 * `cancel_unconfirmed`, `order_filled`, `aborted`.
 */
export async function sendPost(
  context: PostContext,
  post: SignedPost,
  write: (state: JournalState, refused?: boolean) => Promise<void>,
): Promise<readonly OrderResult[]> {
  const answer = await ask(context, post).catch(
    (error: unknown): Answer => ({ error, refused: false, mayBeStored: true }),
  )
  if ('error' in answer) {
    // The signature has left this page: until it is cancelled or expires, an order that may be stored may be live.
    await write(answer.mayBeStored || post.isRepeated ? 'maybe_live' : 'failed', answer.refused)
    throw answer.error
  }
  if (post.ends.length > 0) {
    // A signature that ends orders has done so only once they are shown as ended.
    await write('maybe_live')
    await confirmEnded(context, post.ends).catch(async (cause: unknown) => {
      if (cause instanceof TradeError && cause.code === 'order_filled') await write('failed')
      throw cause
    })
  }
  await write('posted')
  return answer.results
}

async function ask(context: PostContext, post: SignedPost): Promise<Answer> {
  const { client, chain, signal } = context
  const { endpoint, body, signature, orderIds } = post
  const stored = { results: orderIds.map((orderId, orderIndex) => ({ orderId, orderIndex })) }
  let isUnclear = false
  try {
    const answer = await request(client, chain, {
      method: 'POST',
      path: endpoint,
      query: { signature },
      body,
      signal,
      retries: postRetries,
      onRetry: ({ code }) => {
        isUnclear ||= code !== 'rate_limited'
      },
    })
    const results = readResults(answer)
    if (results.length === 0 && orderIds.length > 0) throw unnamedError()
    const error = refusalIn(post, results)
    if (error === undefined) return { results }
    return { error, refused: true, mayBeStored: isUnclear || results.some(isNamed) }
  } catch (error) {
    if (isDuplicate(error, orderIds)) return stored
    const isUnnamed = error instanceof TradeError && isAccepted(error)
    // It accepted the post and names no order: the provider is asked whether the order is there.
    if (isUnnamed && (await areStored(context, orderIds))) return stored
    const refused = isFinal(error)
    return {
      error: isUnnamed ? unnamedError(error) : refusal(error),
      refused,
      mayBeStored: isUnclear || !refused,
    }
  }
}

const isNamed = ({ orderId, crossPostingOrderId }: OrderResult): boolean =>
  orderId != null || crossPostingOrderId != null

/** Returns whether an answer had a success status and could not be read: the post was accepted, as far as is known. */
const isAccepted = ({ code }: TradeError): boolean => code === 'provider_malformed'

/** Statuses of a rejection after which the same post may be accepted. */
const undecided: ReadonlySet<number> = new Set([408, 409, 425, 429])

/** Returns whether the provider answered with a rejection that stays the same however often the post is repeated. */
function isFinal(error: unknown): boolean {
  const status = error instanceof TradeError ? (error.data.status ?? 0) : 0
  return status >= 400 && status < 500 && !undecided.has(status)
}

const unnamedError = (cause?: unknown): TradeError =>
  new TradeError(
    'provider_malformed',
    'The provider took the signed order and did not name it: it may be live.',
    { cause, money: 'signed' },
  )

/** Returns whether the provider has every one of these orders. */
async function areStored({ client, chain, signal }: PostContext, ids: readonly Hex[]): Promise<boolean> {
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
 * Returns the error for an answer that does not name the ids that we computed ourselves. Only an order for a book
 * elsewhere may be named by that book's id instead.
 */
function refusalIn({ orderIds, body }: SignedPost, results: readonly OrderResult[]): TradeError | undefined {
  const foreign = results.find(({ orderId }) => orderId != null && !orderIds.includes(orderId))
  if (orderIds.length > 0 && foreign !== undefined)
    return new TradeError(
      'order_refused',
      'The provider stored another order than the one that was signed.',
      {
        data: { orderId: foreign.orderId },
      },
    )
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
  if (missing.length === 0) return undefined
  const reason = results.find(({ orderId, message }) => orderId == null && message != null)?.message
  return new TradeError(
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
