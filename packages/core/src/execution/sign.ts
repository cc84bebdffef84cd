import { recoverSigner, signatureParts } from '@sluice/seaport'
import { type OrderResult, orderAnswer, parse } from '@sluice/wire'
import { type Hex, numberToHex, size } from 'viem'
import { parsed } from '../api/plan.ts'
import { printable, request } from '../api/request.ts'
import { unlessAborted } from '../api/wait.ts'
import { readAccountCode, readWord, selectors } from '../chain/reads.ts'
import { TradeError } from '../errors.ts'
import type { CheckedItem } from '../guards/verdict.ts'
import { type JournalLine, openLine } from './line.ts'
import { ensureWallet, isRefusal } from './prompt.ts'
import type { Session } from './session.ts'
import type { ExecutionEvent } from './state.ts'

export type SignatureItem = Extract<CheckedItem, { kind: 'signature' }>

/** How often a post that got no answer is sent again, with the same bytes. */
const postRetries = 2

/** Has one checked order signed, makes sure that it is the account's signature, and posts our own body. */
export async function* sign(session: Session, item: SignatureItem): AsyncGenerator<ExecutionEvent> {
  const { chain, account, signal, wallet } = session
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  for await (const doing of ensureWallet(wallet, chain, account, signal)) yield { type: `item_${doing}`, at }
  const line = await openLine(session, item)
  yield { type: 'item_prompted', at }
  const signature = await prompted(session, item, line)
  yield { type: 'item_signed', at }
  const checked = await checkSignature(session, item, signature).catch(async (cause: unknown) => {
    await line.write('failed')
    throw cause
  })
  const orderData = await post(session, item, checked, line)
  yield { type: 'item_posted', at, orderData }
  yield { type: 'item_complete', at }
}

async function prompted({ wallet, signal }: Session, item: SignatureItem, line: JournalLine): Promise<Hex> {
  const { endpoint, body } = item.post
  const answered = wallet.signTypedData(item.request).then(
    async (signature) => {
      // Kept before it is posted: from here on the order may be live.
      await line.write('signed', { post: { endpoint, body, signature } })
      return signature
    },
    async (error: unknown) => {
      await line.write(isRefusal(error) ? 'rejected' : 'failed')
      throw error
    },
  )
  answered.catch(() => undefined)
  return unlessAborted(answered, signal)
}

/** What ends a signature of an account that is not deployed yet (ERC-6492). */
const undeployedMark = '6492'.repeat(16)

/**
 * Whether the account made the signature: its key, else the account's own code (EIP-1271). Answers it as
 * Seaport reads it: `r`, `s` and a `v` of 27 or 28 for a key's.
 * @throws {TradeError} `bad_signature`
 */
async function checkSignature(
  { reader, account }: Session,
  item: SignatureItem,
  answered: Hex,
): Promise<Hex> {
  const { digest } = item.request
  const parts = signatureParts(answered)
  if (parts !== undefined && (await recoverSigner(digest, answered)) === account)
    return `${parts.r}${parts.s.slice(2)}${parts.yParity === 0 ? '1b' : '1c'}`
  const wrapped = answered.toLowerCase().endsWith(undeployedMark)
  const signature = wrapped ? unwrapped(answered) : answered
  if (reader !== undefined) {
    const data = isValidSignatureData(digest, signature)
    const answer = await readWord(reader, account, data)
    if (answer !== undefined && answer >> 224n === BigInt(selectors.isValidSignature)) return signature
  }
  if (
    wrapped &&
    reader !== undefined &&
    (await readAccountCode(reader, account).catch(() => 'none')) === 'none'
  )
    throw new TradeError(
      'bad_signature',
      'The account is a contract that is not deployed yet. Deploy it first, then sign again.',
    )
  throw new TradeError('bad_signature', 'The wallet answered with a signature that is not of this account.')
}

/** The account's own signature inside an ERC-6492 wrapping `(address factory, bytes call, bytes signature)`. */
function unwrapped(signature: Hex): Hex {
  const word = (offset: number) => Number(`0x${signature.slice(2 + offset * 2, 66 + offset * 2)}`)
  const start = word(64)
  const length = word(start)
  const bytes = signature.slice(66 + start * 2, 66 + (start + length) * 2)
  return Number.isSafeInteger(length) && bytes.length === length * 2 ? `0x${bytes}` : signature
}

/** `isValidSignature(bytes32,bytes)`. */
function isValidSignatureData(digest: Hex, signature: Hex): Hex {
  const bytes = signature.slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
  const word = (value: number) => numberToHex(value, { size: 32 }).slice(2)
  return `${selectors.isValidSignature}${digest.slice(2)}${word(64)}${word(size(signature))}${padded}`
}

async function post(
  { client, chain, signal }: Session,
  item: SignatureItem,
  signature: Hex,
  line: JournalLine,
): Promise<readonly OrderResult[]> {
  const { endpoint, body, orderIds } = item.post
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
    checkTaken(orderIds, results)
    await line.write('posted', { post: { endpoint, body, signature } })
    return results
  } catch (error) {
    if (isDuplicate(error, orderIds)) {
      await line.write('posted', { post: { endpoint, body, signature } })
      return orderIds.map((orderId, orderIndex) => ({ orderId, orderIndex }))
    }
    // The signature has left this page: until it is cancelled or expires, the order may be live.
    await line.write('maybe_live', { post: { endpoint, body, signature } })
    throw refusal(error)
  }
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
 * The provider took an order when it names the id that we computed ourselves. A book elsewhere is named by
 * its own id.
 */
function checkTaken(orderIds: readonly Hex[], results: readonly OrderResult[]): void {
  const foreign = results.find(({ orderId }) => orderId != null && !orderIds.includes(orderId))
  if (orderIds.length > 0 && foreign !== undefined)
    throw new TradeError('order_refused', 'The provider stored another order than the one that was signed.', {
      data: { orderId: foreign.orderId },
    })
  const elsewhere = results.filter(
    ({ orderId, crossPostingOrderId }) => orderId == null && crossPostingOrderId != null,
  )
  const missing = orderIds.filter((id) => !results.some(({ orderId }) => orderId === id))
  if (missing.length <= elsewhere.length) return
  const reason = results.find(({ orderId, message }) => orderId == null && message != null)?.message
  throw new TradeError(
    'order_refused',
    `The provider did not take the order: ${reason == null ? 'Unknown Reason' : printable(reason)}`,
    { data: { orderIds: missing } },
  )
}

/** A provider that answered and said no has refused the order; one that failed has not decided. */
function refusal(error: unknown): unknown {
  const refused =
    error instanceof TradeError && error.code === 'provider_error' && (error.data.status ?? 500) < 500
  return refused ? new TradeError('order_refused', error.message, { cause: error, data: error.data }) : error
}
