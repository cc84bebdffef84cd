import { checkReceipt } from '@sluice/guards/internal'
import type { ChainReader } from '../chain/chainReader.ts'
import type { MinedReceipt } from '../chain/receipts.ts'
import { type Chain, explorerLink } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { filledBeforeCancel } from '../run/filledBeforeCancel.ts'
import { contradictions, filledOrders } from './stateProof.ts'
import type { TransactionItem } from './transactionContext.ts'

type ProofContext = {
  readonly chain: Chain
  readonly reader: ChainReader
  readonly signal: AbortSignal
}

/**
 * Checks that a mined transaction did what it was checked to do: by its logs, then by the state it left.
 * @throws {TradeError} `effect_missing` if it succeeded and did something else; `order_filled` if it cancelled an order
 * that somebody had filled before.
 */
export async function proveTransaction(
  { chain, reader, signal }: ProofContext,
  item: TransactionItem,
  receipt: MinedReceipt,
): Promise<void> {
  const logged = checkReceipt(item, receipt)
  const findings = logged.length > 0 ? logged : await contradictions(reader, item, receipt, signal)
  const { hash } = receipt
  const link = explorerLink(chain, hash)
  if (findings.length === 0) {
    const orderIds = item.purpose === 'cancel' ? await filledOrders(reader, item, receipt, signal) : []
    if (orderIds.length === 0) return
    throw filledBeforeCancel(orderIds, item.orders.length, { hash, ...link })
  }
  throw new TradeError(
    'effect_missing',
    'The transaction succeeded, but did not do what it was checked to do.',
    { data: { hash, findings, ...link } },
  )
}
