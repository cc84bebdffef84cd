import type { CheckedItem } from '@sluice/guards'
import type { PostPlan } from '@sluice/guards/internal'
import { type OrderResult, orderAnswer, parse, routes } from '@sluice/wire'
import type { Hex } from 'viem'
import { parsed } from '../api/parseAnswer.ts'
import { readList } from '../api/readList.ts'
import { printable, request } from '../api/request.ts'
import { readAccountCode } from '../chain/reads.ts'
import { isUndeployed, verifiedSignature } from '../chain/verifySignature.ts'
import { notLoaded, TradeError } from '../errors.ts'
import { type JournalLine, openLine } from '../journal/journalEntry.ts'
import type { Prepared, Session } from '../plan/session.ts'
import { unlessAborted } from '../wait.ts'
import { ensureWallet } from '../wallets/ensureWallet.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { isLikelyRefusal, isRefusal } from '../wallets/walletError.ts'

export type SignatureItem = Extract<CheckedItem, { kind: 'signature' }>

/** How often a post that got no answer is sent again, with the same bytes. */
const postRetries = 2

/** A signature of the account that nobody has yet. */
export type Signed = { readonly signature: Hex; readonly line: JournalLine }

/** Has one checked order signed, and posts our own body with it. */
export async function sign(session: Session, item: SignatureItem): Promise<void> {
  await postSigned(session, item, await askSignature(session, item))
}

/** Has one checked order signed, and makes sure that it is the account's signature. */
export async function askSignature(session: Session, item: SignatureItem): Promise<Signed> {
  const { tell } = session
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  await ensureWallet(session, (doing) => tell({ type: `item_${doing}`, at }))
  const line = await openLine(session, item)
  tell({ type: 'item_prompted', at, claims: item.claims, signs: item.post.orderIds })
  const signature = await prompted(session, item, line)
  const checked = await checkSignature(session, item, signature).catch(async (cause: unknown) => {
    await line.write('failed')
    throw cause
  })
  return { signature: checked, line }
}

/** Posts our own body with a signature, and reads what the provider made of it. */
export async function postSigned(
  session: Session,
  item: SignatureItem,
  { signature, line }: Signed,
): Promise<void> {
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  const { ends } = item.effects
  const orderData = await post(session, item, signature, line)
  if (ends !== undefined) {
    const orderIds = ends === 'all' ? [] : ends.map(({ order }) => order)
    await (await loadConfirmEnded())(session, orderIds)
    await line.write('posted')
  }
  session.tell({ type: 'item_posted', at, orderData })
  session.tell({ type: 'item_complete', at })
}

/** Loaded with the first signature that ends an order. @throws {TradeError} `not_loaded` */
const loadConfirmEnded = () =>
  import('./confirmCancelled.ts').then(
    ({ confirmEnded }) => confirmEnded,
    (cause: unknown) => {
      throw notLoaded(cause)
    },
  )

async function prompted(session: Session, item: SignatureItem, line: JournalLine): Promise<Hex> {
  const { wallet, signal, tell, prepared } = session
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  const { endpoint } = item.post
  const body = withKeys(prepared, item)
  const answered = signed(wallet, item).then(
    async (signature) => {
      // Kept before it is posted: from here on the order may be live.
      await line.write('signed', { post: { endpoint, body, signature } })
      tell({ type: 'item_signed', at })
      return signature
    },
    async (error: unknown) => {
      const refused = isRefusal(error) || isLikelyRefusal(error)
      await line.write(refused ? 'rejected' : 'unknown')
      if (refused) tell({ type: 'item_refused', at })
      throw error
    },
  )
  answered.catch(() => undefined)
  return unlessAborted(answered, signal)
}

/** @throws {TradeError} `wallet_error` for a text, where the wallet signs none. */
async function signed(wallet: Wallet, { request }: SignatureItem): Promise<Hex> {
  if (request.kind === 'typedData') return wallet.signTypedData(request)
  if (wallet.signMessage !== undefined) return wallet.signMessage(request)
  throw new TradeError('wallet_error', 'The wallet cannot sign text.', { data: { nothingSent: true } })
}

/** @throws {TradeError} `bad_signature` */
async function checkSignature(
  { reader, account }: Session,
  { request: { digest } }: SignatureItem,
  answered: Hex,
): Promise<Hex> {
  const signature = await verifiedSignature(reader, account, digest, answered)
  if (signature !== undefined) return signature
  const undeployed =
    isUndeployed(answered) &&
    reader !== undefined &&
    (await readAccountCode(reader, account).catch(() => undefined)) === 'none'
  throw new TradeError(
    'bad_signature',
    undeployed
      ? 'The account is a contract that is not deployed yet. Deploy it first, then sign again.'
      : 'The wallet answered with a signature that is not of this account.',
  )
}

async function post(
  { client, chain, signal, prepared }: Session,
  item: SignatureItem,
  signature: Hex,
  line: JournalLine,
): Promise<readonly OrderResult[]> {
  const { endpoint, orderIds } = item.post
  const body = withKeys(prepared, item)
  const named = orderIds.map((orderId, orderIndex) => ({ orderId, orderIndex }))
  // A signature that ends orders has done so only once they are shown as over.
  const taken = item.effects.ends === undefined ? 'posted' : 'maybe_live'
  const posted = async (results: readonly OrderResult[]) => {
    await line.write(taken, { post: { endpoint, body, signature } })
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
      checkTaken(item.post, results)
      return await posted(results)
    }
    throw acceptedBlindly()
  } catch (error) {
    if (isDuplicate(error, orderIds)) return posted(named)
    // It took the post, and names nothing: the provider itself is asked whether the order is there.
    const blind = error instanceof TradeError && isAccepted(error)
    if (blind && (await areThere(client, chain, orderIds, signal))) return posted(named)
    // The signature has left this page: until it is cancelled or expires, the order may be live.
    await line.write('maybe_live', { post: { endpoint, body, signature } })
    throw refusal(blind ? acceptedBlindly(error) : error)
  }
}

/** An answer with a status of success that could not be read: the post was taken, as far as anybody knows. */
const isAccepted = ({ code }: TradeError): boolean => code === 'provider_malformed'

const acceptedBlindly = (cause?: unknown): TradeError =>
  new TradeError(
    'provider_malformed',
    'The provider took the signed order and did not name it: it may be live.',
    { cause, money: 'signed' },
  )

/** Whether the provider shows every one of these orders. */
async function areThere(
  client: Session['client'],
  chain: Session['chain'],
  ids: readonly Hex[],
  signal: AbortSignal,
): Promise<boolean> {
  if (ids.length === 0) return false
  const shown = new Set<string>()
  const read = async (path: string) => {
    const query = { ids: ids.slice(0, 50) }
    const answer = await request(client, chain, { method: 'GET', path, query, signal, retries: 2 })
    for (const { id } of readList('orders', answer).items) shown.add(id.toLowerCase())
  }
  // A provider that cannot say it now has not said that they are there.
  await Promise.allSettled([routes.asks, routes.bids].map(({ path }) => read(path)))
  signal.throwIfAborted()
  return ids.every((id) => shown.has(id))
}

/**
 * The body with the key of each order's book, as the caller gave it: a secret, which no intent, verdict or report
 * holds.
 */
function withKeys({ body: { params } }: Prepared, { claims, post: { body } }: SignatureItem): unknown {
  if (claims[0]?.slot.startsWith('order:') !== true) return body
  const keyAt = (index: number) => {
    const place = Number(claims[index]?.slot.slice('order:'.length))
    const key = (params as readonly { orderbookApiKey?: unknown }[] | undefined)?.[place]?.orderbookApiKey
    return key === undefined ? {} : { orderbookApiKey: key }
  }
  const { items } = body as { readonly items?: readonly object[] }
  return items === undefined
    ? { ...(body as object), ...keyAt(0) }
    : { ...(body as object), items: items.map((item, index) => ({ ...item, ...keyAt(index) })) }
}

/** A conflict over the order that was posted: the provider has it already, by an earlier try of ours. */
const isDuplicate = (error: unknown, [orderId, ...more]: readonly Hex[]): boolean =>
  error instanceof TradeError &&
  error.data.status === 409 &&
  orderId !== undefined &&
  more.length === 0 &&
  error.data.orderId === orderId

/** `results`, or one order's fields; an answer with neither brings nothing. */
function readResults(answer: unknown): readonly OrderResult[] {
  const { results, ...single } = parsed((input) => parse(orderAnswer, input, "The provider's answer"), answer)
  if (results != null) return results
  const isOne = single.orderId != null || single.crossPostingOrderId != null || single.message != null
  return isOne ? [{ ...single, orderIndex: single.orderIndex ?? 0 }] : []
}

/**
 * The provider took an order when it names the id that we computed ourselves. Only an order for a book elsewhere may
 * be named by that book's id instead: the provider's own book stores what it names, or nothing.
 */
function checkTaken({ orderIds, body }: PostPlan, results: readonly OrderResult[]): void {
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

/** The book that each posted order is for, by its place in our own body. */
function booksOf(body: unknown): readonly unknown[] {
  const { items = [body] } = body as { items?: readonly unknown[] }
  return items.map((item) => (item as { orderbook?: unknown }).orderbook)
}

/** A provider that answered and said no has refused the order; one that failed has not decided. */
function refusal(error: unknown): unknown {
  const refused =
    error instanceof TradeError && error.code === 'provider_error' && (error.data.status ?? 500) < 500
  return refused ? new TradeError('order_refused', error.message, { cause: error, data: error.data }) : error
}
