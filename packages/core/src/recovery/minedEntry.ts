import { isFilled } from '@sluice/guards/internal'
import { type Address, type Hex, numberToHex } from 'viem'
import { atBlock, type ChainReader } from '../chain/chainReader.ts'
import { readOrderStatus } from '../chain/reads.ts'
import type { MinedReceipt } from '../chain/receipts.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { orderFills, skippedOrders } from '../transactions/skippedOrders.ts'
import { innerCallOf, isOwnTransaction } from './findEntryCall.ts'
import { withState } from './reconcileSignature.ts'
import { showsCall } from './showsCall.ts'

/**
 * Returns an entry after its transaction was mined. The journal may have been edited, and a wallet may name any
 * transaction: it counts only if it makes the entry's call, and an inner call is done only if the logs show it.
 */
export async function reconcileMined(
  reader: ChainReader,
  entry: JournalEntry,
  receipt: MinedReceipt,
): Promise<JournalEntry> {
  const { hash, status, logs } = receipt
  const isOwn = await isOwnTransaction(reader, entry, receipt)
  const data = isOwn ? undefined : await innerCallOf(reader, entry, receipt)
  if (!isOwn && data === undefined) return withState(entry, 'unknown')
  const isShown = data === undefined || showsCall(entry, data, logs)
  return withOutcome(reader, { ...entry, hash }, status === 'success' && isShown, receipt)
}

/**
 * Returns a mined entry as done or failed, with the orders that its call skipped and filled. A cancellation has failed where
 * somebody had filled an order before: Seaport cancels a filled order without an error.
 */
export async function withOutcome(
  reader: ChainReader,
  entry: JournalEntry,
  done: boolean,
  receipt: MinedReceipt,
): Promise<JournalEntry> {
  const { purpose, orderIds: orders, call } = entry
  if (!done || call === undefined) return withState(entry, done ? 'done' : 'failed')
  if (purpose === 'cancel' && (await areFilled(reader, call.to, orders, receipt)))
    return withState(entry, 'failed')
  const { logs } = receipt
  const filling = { purpose, orders, to: call.to }
  const skipped = skippedOrders(filling, logs)
  return withState({ ...entry, skipped, fills: orderFills(filling, logs) }, 'done')
}

/** Returns whether one of these orders was filled by the block of a receipt; a node that does not answer shows nothing. */
async function areFilled(
  reader: ChainReader,
  seaport: Address,
  orders: readonly Hex[],
  { blockNumber }: MinedReceipt,
): Promise<boolean> {
  const then = atBlock(reader, numberToHex(blockNumber))
  const isOrderFilled = async (id: Hex): Promise<boolean> => {
    const status = await readOrderStatus(then, seaport, id).catch(() => undefined)
    // A node may not keep old state. What was filled stays so, and what was cancelled is never filled later.
    const known = status ?? (await readOrderStatus(reader, seaport, id).catch(() => undefined))
    return known !== undefined && isFilled(known)
  }
  return (await Promise.all(orders.map(isOrderFilled))).includes(true)
}
