import { addressIn, type CallItem, type Miss, type ProofReceipt } from './receiptLogs.ts'

const cancelledTopic = '0x6bacc01dbe442496068f7d234edd811f1a5f833243e0aec824f86ab861f3c90d'
const counterTopic = '0x721c20121297512b72821b97f5326877ea8ecf4bb9948fea5bfcb6453074d37f'

/** Checks that the cancellation of each order is logged, or the raised counter that cancels them all. */
export function proveCancel(item: CallItem, receipt: ProofReceipt, miss: Miss): undefined {
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === item.call.to)
  if (item.orders.length === 0) {
    const bumped = logs.some(
      ({ topics }) => topics[0] === counterTopic && addressIn(topics[1]) === item.call.account,
    )
    if (!bumped) miss('receipt.logs', undefined, 'CounterIncremented')
  }
  for (const id of item.orders) {
    const shownLog = logs.some(({ topics, data }) => topics[0] === cancelledTopic && data.startsWith(id))
    if (!shownLog) miss('receipt.logs', undefined, id)
  }
}
