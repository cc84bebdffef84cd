import { netOf } from './moves.ts'
import { addressIn, type CallItem, type ProofReceipt, type ReportMissing, wordAt } from './receiptLogs.ts'

const depositTopic = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'

/** Checks that the wrapped coin logged a deposit of the value, or a mint of it. */
export function proveWrap(item: CallItem, receipt: ProofReceipt, reportMissing: ReportMissing): undefined {
  const { account, to, value } = item.call
  const deposited = receipt.logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === to &&
      topics[0] === depositTopic &&
      addressIn(topics[1]) === account &&
      wordAt(data, 0) === value,
  )
  const minted = item.effects.get.some((delta) => netOf(receipt, delta, account) === value)
  if (!deposited && !minted) reportMissing('receipt.logs', undefined, 'Deposit')
}
