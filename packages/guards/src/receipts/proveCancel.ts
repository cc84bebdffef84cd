import { seaportTopics } from '@sluice/seaport'
import { addressIn, type CallItem, type ProofReceipt, type ReportMissing } from './receiptLogs.ts'

/** Checks that the cancellation of each order is logged, or the raised counter that cancels them all. */
export function proveCancel(item: CallItem, receipt: ProofReceipt, reportMissing: ReportMissing): undefined {
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === item.call.to)
  if (item.orders.length === 0) {
    const bumped = logs.some(
      ({ topics }) =>
        topics[0] === seaportTopics.CounterIncremented && addressIn(topics[1]) === item.call.account,
    )
    if (!bumped) reportMissing('receipt.logs', undefined, 'CounterIncremented')
  }
  for (const id of item.orders) {
    const shownLog = logs.some(
      ({ topics, data }) => topics[0] === seaportTopics.OrderCancelled && data.startsWith(id),
    )
    if (!shownLog) reportMissing('receipt.logs', undefined, id)
  }
}
