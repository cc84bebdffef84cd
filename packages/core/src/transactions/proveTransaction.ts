import type { CheckedItem } from '@sluice/guards'
import { checkReceipt } from '@sluice/guards/internal'
import type { MinedReceipt } from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { type Chain, transactionUrl } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { contradictions, filledOrders } from './stateProof.ts'

type Proving = {
  readonly chain: Chain
  readonly reader: ChainReader
  readonly signal: AbortSignal
}

/**
 * Compares what a mined transaction did with what it was to do: by its logs, then by the state it left.
 * @throws {TradeError} `effect_missing`: it succeeded and did something else. `order_filled`: it cancelled an order
 * that somebody had filled by then. Neither is called done.
 */
export async function prove(
  { chain, reader, signal }: Proving,
  item: Extract<CheckedItem, { kind: 'transaction' }>,
  receipt: MinedReceipt,
): Promise<void> {
  const logged = checkReceipt(item, receipt)
  const findings = logged.length > 0 ? logged : await contradictions(reader, item, receipt, signal)
  const { hash } = receipt
  const explorerUrl = transactionUrl(chain, hash)
  if (findings.length === 0) {
    const orderIds = item.purpose === 'cancel' ? await filledOrders(reader, item, receipt, signal) : []
    if (orderIds.length === 0) return
    throw new TradeError(
      'order_filled',
      item.orders.length === 1
        ? 'The order was filled before it could be cancelled.'
        : `${orderIds.length} of ${item.orders.length} orders were filled before they could be cancelled.`,
      { data: { hash, orderIds, ...(explorerUrl === undefined ? {} : { explorerUrl }) } },
    )
  }
  throw new TradeError(
    'effect_missing',
    'The transaction succeeded, but did not do what it was checked to do.',
    {
      data: { hash, findings, ...(explorerUrl === undefined ? {} : { explorerUrl }) },
    },
  )
}
