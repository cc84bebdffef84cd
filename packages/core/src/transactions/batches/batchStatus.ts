import { checkReceipt } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { ChainReader } from '../../chain/chainReader.ts'
import { type MinedReceipt, readReceipt } from '../../chain/receipts.ts'
import { wait } from '../../wait.ts'
import type { CallsStatus } from '../../wallets/wallet.ts'
import type { TransactionContext, TransactionItem } from '../transactionContext.ts'

/** The transaction of each call of a batch, in order; `undefined` for a call that was not found. */
export type BatchHashes = readonly (Hex | undefined)[]

/** Returns whether the wallet has said how a batch ended. A batch that was carried out has at least one transaction. */
export const hasEnded = ({ state, hashes }: CallsStatus): boolean =>
  state !== 'pending' && (state !== 'confirmed' || hashes.length > 0)

/**
 * Returns the transaction of one call of a batch that has ended: one for all calls, or one for each. `undefined` for a
 * call that was not carried out.
 */
export function hashOfCall({ state, hashes }: CallsStatus, index: number): Hex | undefined {
  if (state === 'partial') return hashes[index]
  const [first] = hashes
  return hashes.length === 1 ? first : (hashes[index] ?? (state === 'confirmed' ? hashes.at(-1) : undefined))
}

/**
 * Returns the transaction of each call. If a batch was carried out in part, the wallet names only some transactions, in
 * its own order: a call belongs to the one that shows its effect, and of calls that are the same each to another one.
 * @throws if the node does not show one of them: without it no call is known to be left out.
 */
export async function hashesOf(
  context: TransactionContext,
  items: readonly TransactionItem[],
  status: CallsStatus,
): Promise<BatchHashes> {
  const { state, hashes } = status
  const { reader } = context
  if (state !== 'partial' || hashes.length === items.length || reader === undefined)
    return items.map((_, index) => hashOfCall(status, index))
  const receipts = await Promise.all(hashes.map((hash) => shownReceipt(context, reader, hash)))
  const taken = new Set<string>()
  return items.map((item) => {
    const shown = receipts.find(
      (receipt) => !taken.has(`${receipt.hash}.${item.digest}`) && checkReceipt(item, receipt).length === 0,
    )
    if (shown !== undefined) taken.add(`${shown.hash}.${item.digest}`)
    return shown?.hash
  })
}

/** How often a node is asked for a transaction that the wallet says is mined. */
const receiptAttempts = 5

/** Returns the receipt of a mined transaction, which a node may show a moment later than the wallet does. */
async function shownReceipt(
  { client, signal }: Pick<TransactionContext, 'client' | 'signal'>,
  reader: ChainReader,
  hash: Hex,
): Promise<MinedReceipt> {
  for (let attempt = 1; ; attempt += 1) {
    const receipt = await readReceipt(reader, hash).catch(() => undefined)
    if (receipt !== undefined) return receipt
    if (attempt >= receiptAttempts) throw new Error(`The node does not show the transaction ${hash}.`)
    await wait(client.pollingInterval, signal)
  }
}
