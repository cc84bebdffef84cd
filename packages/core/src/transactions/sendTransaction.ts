import type { OrderFill } from '@sluice/guards'
import { checkReceipt, withGas } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { type Head, readAccountCode, readNonce } from '../chain/reads.ts'
import { readBlockNumber, type SentTransaction } from '../chain/receipts.ts'
import { explorerLink } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { JournalState } from '../journal/journalEntry.ts'
import { type OpenEntry, openEntry } from '../journal/openEntry.ts'
import { type CheckedPlan, placeOf } from '../plan/checkedPlan.ts'
import { reportResult } from '../plan/reportResult.ts'
import { ensureWallet } from '../wallets/ensureWallet.ts'
import { readHash } from '../wallets/readHash.ts'
import { awaitCosigners, isForCosigners, type StateBefore } from './awaitCosigners.ts'
import { awaitTransfers } from './awaitTransfers.ts'
import { findEffect, findSentCall, newSearch } from './findSentTransaction.ts'
import { gasLimit } from './gasLimit.ts'
import { mintedTokens } from './mintedTokens.ts'
import { preflight } from './preflight.ts'
import { promptTransaction } from './promptTransaction.ts'
import { proveTransaction } from './proveTransaction.ts'
import { orderFills, orderPayments, skippedOrders } from './skippedOrders.ts'
import type { TransactionContext, TransactionItem } from './transactionContext.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** A call that the wallet has sent. */
export type SubmittedTransaction = {
  readonly sent: SentTransaction
  readonly hash: Hex
  readonly entry: OpenEntry
}

/**
 * Sends one checked call and waits until it is proven (specification 4). `head` is the newest block, as far as known.
 * @throws {TradeError} what {@link submitTransaction} and {@link confirmTransaction} throw.
 */
export async function sendTransaction(
  context: TransactionContext,
  checked: CheckedPlan,
  item: TransactionItem,
  head: Partial<Head>,
): Promise<void> {
  await confirmTransaction(context, checked, item, await submitTransaction(context, checked, item, head))
}

/**
 * Has the wallet send one checked call. `lastNonce` is that of a call sent just before: a node may not know it yet.
 * @throws {TradeError} `transaction_would_fail`, `insufficient_funds`, `order_unavailable`, `wrong_chain`,
 * `account_changed`, `busy`, `no_transaction_hash`, `aborted`, or what the wallet refused with.
 */
export async function submitTransaction(
  context: TransactionContext,
  checked: CheckedPlan,
  item: TransactionItem,
  head: Partial<Head>,
  lastNonce = -1,
): Promise<SubmittedTransaction> {
  const { account, chain, dispatch } = context
  const at = placeOf(item)
  const call = withGas(item.call, await gasLimit(context, item))
  await preflight(context, call, item.purpose === 'cancel' ? [] : item.orders, head).catch(
    async (error: unknown) => {
      const named =
        error instanceof TradeError ? context.parts?.withFailingItems?.(context, [item], error) : undefined
      throw (await named) ?? error
    },
  )
  await ensureWallet(context, (doing) => dispatch({ type: `item_${doing}`, at }))
  const read = await readStateBefore(context, checked, head)
  const before = {
    ...read,
    nonce: read.nonce === undefined ? undefined : Math.max(read.nonce, lastNonce + 1),
  }
  const entry = await openEntry(context, item, { nonceBefore: before.nonce, blockBefore: before.fromBlock })
  dispatch({ type: 'item_prompted', at, claims: item.claims })
  const { contract: relayed, ...rest } = before
  const sent = { account, to: call.to, data: call.data, value: call.value, relayed, ...rest }
  const answer = await promptTransaction(context, item, call, entry, sent)
  const hash = await hashOf(context, item, answer, before, entry)
  if (hash !== answer) await entry.write('sent', { hash })
  dispatch({ type: 'item_sent', at, hash, ...explorerLink(chain, hash) })
  return { sent, hash, entry }
}

/**
 * Waits until a sent call is mined, proven by what it did, and seen by the provider.
 * @throws {TradeError} what `waitForTransaction` throws; `effect_missing`, `order_filled`, `poll_timeout`.
 */
export async function confirmTransaction(
  context: TransactionContext,
  checked: CheckedPlan,
  item: TransactionItem,
  { sent, hash, entry }: SubmittedTransaction,
): Promise<void> {
  const { client, chain, signal, reader, listen, dispatch } = context
  const at = placeOf(item)
  const chainOnly = context.prepared.plan !== undefined
  for await (const update of waitForTransaction({
    client,
    chain,
    reader,
    sent,
    hash,
    entry,
    signal,
    listen,
    isShown: (receipt) => checkReceipt(item, receipt).length === 0,
    chainOnly,
  })) {
    if (update.type === 'seen') {
      await entry.write('sent', { nonce: update.nonce })
    } else if (update.type === 'replaced') {
      await entry.write('sent', { hash: update.hash })
      dispatch({ type: 'item_replaced', at, hash: update.hash, ...explorerLink(chain, update.hash) })
    } else if (update.type === 'other') {
      await entry.write('unknown')
      dispatch({ type: 'item_searching', at })
    } else if (update.type === 'behind') {
      dispatch({ type: 'item_behind', at, behind: update.behind })
    } else if (update.type === 'undone') {
      await entry.write('replaced')
      dispatch({ type: 'item_undone', at })
    } else if (update.type === 'mined') {
      const { status, blockNumber } = update.receipt
      if (status !== 'success') await entry.write('failed')
      const { hash: mined, logs, from, gasCost } = update.receipt
      const { purpose, orders, call } = item
      const filling = { purpose, orders: status === 'success' ? orders : [], to: call.to }
      const skipped = skippedOrders(filling, logs)
      const fills = orderFills(filling, logs)
      // The sender of the transaction pays for the gas of a contract account.
      const paid = gasCost === undefined || from !== call.account ? {} : { gasCost }
      const receipt = { hash: mined, status, blockNumber, ...paid }
      const payments = orderPayments(filling, logs)
      const minted = status === 'success' ? mintedTokens(item, logs) : []
      dispatch({ type: 'item_mined', at, receipt, skipped, fills, payments, minted })
      if (status !== 'success') continue
      if (reader !== undefined)
        await proveTransaction({ chain, reader, signal }, item, update.receipt).catch(
          async (cause: unknown) => {
            const code = cause instanceof TradeError ? cause.code : undefined
            if (code === 'effect_missing')
              await entry.write(await stateWithoutEffect(reader, item, sent, mined, fills, entry), {
                skipped,
                fills,
              })
            // Seaport cancels a filled order without an error: it was sold, and nothing was cancelled.
            if (code === 'order_filled') await entry.write('failed')
            throw cause
          },
        )
      await entry.write('done', { skipped, fills })
      if (reader !== undefined) dispatch({ type: 'item_proven', at })
    } else if (update.type === 'unmined') {
      await entry.write('sent')
      dispatch({ type: 'item_unmined', at })
    } else {
      const { plan } = checked
      await awaitTransfers(context, checked, item, update.hash, update.receipt !== undefined)
      const stepId = plan.steps[at.stepIndex]?.id ?? ''
      reportResult(client, chain, { requestId: plan.requestId ?? undefined, stepId, txHash: update.hash })
      await entry.write('done')
      dispatch({ type: 'item_complete', at, proof: update.receipt === undefined ? 'none' : 'chain' })
    }
  }
}

/**
 * Returns the state of a call whose transaction succeeded without its effect. Where a wallet named a transaction that does
 * not make the call, the call itself may still come.
 */
async function stateWithoutEffect(
  reader: ChainReader,
  item: TransactionItem,
  sent: SentTransaction,
  hash: Hex,
  fills: readonly OrderFill[],
  entry: OpenEntry,
): Promise<JournalState> {
  if (fills.length > 0) return 'done'
  if (sent.nonce === undefined) {
    const shown = findEffect(reader, item, sent.fromBlock, entry, newSearch(hash))
    return shown.then(
      (other) => (other === undefined ? 'failed' : 'unknown'),
      () => 'unknown',
    )
  }
  const made = await findSentCall(reader, sent, entry).catch(() => undefined)
  return made === hash ? 'failed' : 'unknown'
}

/** Reads what the chain says right before the prompt: where to look for the transaction if its hash gets lost. */
export async function readStateBefore(
  { reader, account, done }: Pick<TransactionContext, 'reader' | 'account' | 'done'>,
  { accountCode }: Pick<CheckedPlan, 'accountCode'>,
  { number }: Partial<Head>,
): Promise<StateBefore & { readonly nonce: number | undefined }> {
  if (reader === undefined)
    return { nonce: undefined, fromBlock: undefined, contract: false, delegated: false }
  const unknown = () => undefined
  // The transaction before may have deployed the account.
  const same = accountCode !== undefined && done.length === 0
  const [nonce, fromBlock, code] = await Promise.all([
    readNonce(reader, account, 'pending').catch(unknown),
    number ?? readBlockNumber(reader).catch(unknown),
    same ? accountCode : readAccountCode(reader, account).catch(unknown),
  ])
  // A contract account sends nothing itself: its calls are part of somebody else's transaction, with their nonce.
  const contract = code === 'contract'
  return { nonce: contract ? undefined : nonce, fromBlock, contract, delegated: typeof code === 'object' }
}

/** Returns the hash that a wallet answered with, or that of the transaction that its answer leads to. */
async function hashOf(
  context: TransactionContext,
  item: TransactionItem,
  answer: string,
  before: StateBefore,
  entry: OpenEntry,
): Promise<Hex> {
  const hash = readHash(answer)
  if (hash !== undefined && !before.contract) return hash
  if (await isForCosigners(context, hash ?? answer, before))
    return awaitCosigners(context, item, hash ?? answer, before, entry)
  if (hash !== undefined) return hash
  context.dispatch({ type: 'item_answered', at: placeOf(item) })
  throw new TradeError('no_transaction_hash', 'Transaction hash not returned from sendTransaction method', {
    money: 'sent',
  })
}
