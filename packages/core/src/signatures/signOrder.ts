import type { Hex } from 'viem'
import { readAccountCode } from '../chain/reads.ts'
import { isUndeployed, verifiedSignature } from '../chain/verifySignature.ts'
import { TradeError } from '../errors.ts'
import { endUnasked, type OpenEntry, openEntry } from '../journal/openEntry.ts'
import { placeOf } from '../plan/checkedPlan.ts'
import { overdueAfter, unlessAborted, withTimeout } from '../wait.ts'
import { ensureWallet } from '../wallets/ensureWallet.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { isLikelyRefusal, isRefusal } from '../wallets/walletError.ts'
import { bodyToPost, postOrder } from './postOrder.ts'
import type { SignatureContext, SignatureItem } from './signatureContext.ts'

export { postOrder }

/** A signature of the account that was not posted yet. */
export type OrderSignature = { readonly signature: Hex; readonly entry: OpenEntry }

/**
 * Has the wallet sign one checked order, and posts it.
 * @throws {TradeError} what {@link askSignature} and `postOrder` throw.
 */
export async function signOrder(context: SignatureContext, item: SignatureItem): Promise<void> {
  await postOrder(context, item, await askSignature(context, item))
}

/**
 * Has the wallet sign one checked order, and verifies that the signature is the account's.
 * @throws {TradeError} `bad_signature`, `provider_unreachable`, `storage_failed`, `busy`, `wrong_chain`,
 * `account_changed`, `aborted`, or what the wallet refused with.
 */
export async function askSignature(context: SignatureContext, item: SignatureItem): Promise<OrderSignature> {
  const { dispatch } = context
  const at = placeOf(item)
  await ensureWallet(context, (doing) => dispatch({ type: `item_${doing}`, at }))
  const entry = await openEntry(context, item)
  dispatch({ type: 'item_prompted', at, claims: item.claims, signs: item.post.orderIds })
  const answer = await promptSignature(context, item, entry)
  const signature = await verify(context, item, answer).catch(async (cause: unknown) => {
    // A signature that nobody could be asked about may be valid: it stays signed until a node says otherwise.
    const isInvalid = cause instanceof TradeError && cause.code === 'bad_signature'
    await entry.write(isInvalid ? 'failed' : 'signed')
    throw cause
  })
  return { signature, entry }
}

async function promptSignature(
  context: SignatureContext,
  item: SignatureItem,
  entry: OpenEntry,
): Promise<Hex> {
  const { wallet, signal, dispatch, prepared } = context
  const at = placeOf(item)
  if (signal.aborted) return endUnasked(signal, [entry], () => dispatch({ type: 'item_refused', at }))
  const { endpoint } = item.post
  const body = bodyToPost(prepared, item)
  const answered = sign(wallet, item, entry.id).then(
    async (signature) => {
      // Stored before it is posted: from here on the order may be live.
      await entry.write('signed', { post: { endpoint, body, signature } })
      dispatch({ type: 'item_signed', at })
      return signature
    },
    async (error: unknown) => {
      const refused = isRefusal(error) || isLikelyRefusal(error)
      await entry.write(refused ? 'rejected' : 'unknown')
      if (refused) dispatch({ type: 'item_refused', at })
      throw error
    },
  )
  answered.catch(() => undefined)
  return withTimeout(unlessAborted(answered, signal), overdueAfter, async () => {
    dispatch({ type: 'item_overdue', at })
    return unlessAborted(answered, signal)
  })
}

/** @throws {TradeError} `wallet_error` if a text is to be signed and the wallet cannot do that. */
async function sign(wallet: Wallet, { request }: SignatureItem, entry: string): Promise<Hex> {
  if (request.kind === 'typedData') return wallet.signTypedData(request, entry)
  if (wallet.signMessage !== undefined) return wallet.signMessage(request)
  throw new TradeError('wallet_error', 'The wallet cannot sign text.', { data: { nothingSent: true } })
}

/** @throws {TradeError} `bad_signature`, or `provider_unreachable` if no node can be asked about the signature. */
async function verify(
  { reader, account }: SignatureContext,
  { request: { digest } }: SignatureItem,
  answered: Hex,
): Promise<Hex> {
  const signature = await verifiedSignature(reader, account, digest, answered)
  if (signature !== undefined) return signature
  if (reader === undefined)
    throw new TradeError(
      'provider_unreachable',
      'No node could be asked whether the signature is that of the account.',
    )
  const undeployed =
    isUndeployed(answered) && (await readAccountCode(reader, account).catch(() => undefined)) === 'none'
  throw new TradeError(
    'bad_signature',
    undeployed
      ? 'The account is a contract that is not deployed yet. Deploy it first, then sign again.'
      : 'The wallet answered with a signature that is not of this account.',
  )
}
