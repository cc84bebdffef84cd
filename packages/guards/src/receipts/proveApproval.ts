import { tokenTopics } from '@sluice/seaport'
import { addressIn, type CallItem, type ProofReceipt, type ReportMissing, wordAt } from './receiptLogs.ts'

/** Checks that the token logged the approval of the call, with the same spender and amount. */
export function proveApproval(
  item: CallItem,
  receipt: ProofReceipt,
  reportMissing: ReportMissing,
): undefined {
  const { account, to, data } = item.call
  const spender = addressIn(`0x${data.slice(10, 74)}`)
  const argument = BigInt(`0x${data.slice(74)}`)
  const granted = receipt.logs.some(({ address, topics, data: logged }) => {
    if (address.toLowerCase() !== to || addressIn(topics[1]) !== account || addressIn(topics[2]) !== spender)
      return false
    if (topics[0] === tokenTopics.ApprovalForAll) return wordAt(logged, 0) === argument
    return (
      topics[0] === tokenTopics.Approval &&
      (topics[3] === undefined ? wordAt(logged, 0) : BigInt(topics[3])) === argument
    )
  })
  if (!granted) reportMissing('receipt.logs', undefined, 'Approval')
}
