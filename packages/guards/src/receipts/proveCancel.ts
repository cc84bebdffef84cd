import { seaportTopics } from '@sluice/seaport'
import { addressIn, type CallItem, type ProofReceipt, type ReportMissing } from './receiptLogs.ts'

/** Checks that the cancellation of each order is logged, or the new counter if all orders are cancelled. */
export function proveCancel(item: CallItem, receipt: ProofReceipt, reportMissing: ReportMissing): undefined {
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === item.call.to)
  if (item.orders.length === 0) {
    const isIncremented = logs.some(
      ({ topics }) =>
        topics[0] === seaportTopics.CounterIncremented && addressIn(topics[1]) === item.call.account,
    )
    if (!isIncremented) reportMissing('receipt.logs', undefined, 'CounterIncremented')
  }
  for (const id of item.orders) {
    const isCancelled = logs.some(
      ({ topics, data }) => topics[0] === seaportTopics.OrderCancelled && data.startsWith(id),
    )
    if (!isCancelled) reportMissing('receipt.logs', undefined, id)
  }
}
