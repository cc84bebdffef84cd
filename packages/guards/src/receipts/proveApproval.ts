import { addressIn, type CallItem, type Miss, type ProofReceipt, wordAt } from './receiptLogs.ts'

const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/** Checks that the token logged the approval that the call asked for: the same spender and amount. */
export function proveApproval(item: CallItem, receipt: ProofReceipt, miss: Miss): undefined {
  const { account, to, data } = item.call
  const spender = addressIn(`0x${data.slice(10, 74)}`)
  const argument = BigInt(`0x${data.slice(74)}`)
  const granted = receipt.logs.some(({ address, topics, data: logged }) => {
    if (address.toLowerCase() !== to || addressIn(topics[1]) !== account || addressIn(topics[2]) !== spender)
      return false
    if (topics[0] === approvalForAll) return wordAt(logged, 0) === argument
    return (
      topics[0] === approval && (topics[3] === undefined ? wordAt(logged, 0) : BigInt(topics[3])) === argument
    )
  })
  if (!granted) miss('receipt.logs', undefined, 'Approval')
}
