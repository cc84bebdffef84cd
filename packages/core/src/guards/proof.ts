import type { Address, Hex } from 'viem'
import { shown } from './judgement.ts'
import type { AssetDelta, CheckedItem, Finding } from './verdict.ts'

type ProofLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }
/** What a node says of a mined transaction. */
export type ProofReceipt = {
  readonly status: 'success' | 'reverted'
  readonly from: Address
  readonly to: Address | undefined
  readonly logs: readonly ProofLog[]
}

/** First topics of the events that show an effect. */
const topic = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  cancelled: '0x6bacc01dbe442496068f7d234edd811f1a5f833243e0aec824f86ab861f3c90d',
  counter: '0x721c20121297512b72821b97f5326877ea8ecf4bb9948fea5bfcb6453074d37f',
} as const

const addressIn = (word: Hex | undefined): Address => `0x${(word ?? '').slice(-40).toLowerCase()}`
const wordAt = (data: Hex, index: number): bigint => {
  const word = data.slice(2 + index * 64, 2 + (index + 1) * 64)
  return word.length === 64 ? BigInt(`0x${word}`) : 0n
}

type Move = {
  readonly from: Address
  readonly to: Address
  readonly tokenId: bigint | undefined
  readonly amount: bigint
}

/** A log of a token contract as moves; other logs move nothing. */
function movesOf({ topics, data }: ProofLog): readonly Move[] {
  const [first, second, third, fourth] = topics
  if (first === topic.transfer) {
    const ends = { from: addressIn(second), to: addressIn(third) }
    return fourth === undefined
      ? [{ ...ends, tokenId: undefined, amount: wordAt(data, 0) }]
      : [{ ...ends, tokenId: BigInt(fourth), amount: 1n }]
  }
  const ends = { from: addressIn(third), to: addressIn(fourth) }
  if (first === topic.single) return [{ ...ends, tokenId: wordAt(data, 0), amount: wordAt(data, 1) }]
  if (first !== topic.batch) return []
  const ids = Number(wordAt(data, 0) / 32n)
  const amounts = Number(wordAt(data, 1) / 32n)
  const count = Math.min(Number(wordAt(data, ids)), 1000)
  return Array.from({ length: count }, (_, index) => ({
    ...ends,
    tokenId: wordAt(data, ids + 1 + index),
    amount: wordAt(data, amounts + 1 + index),
  }))
}

/** What came to an account less what left it, of one asset, by the contract's own logs. */
function netOf(receipt: ProofReceipt, delta: AssetDelta, account: Address): bigint {
  return receipt.logs
    .filter((log) => log.address.toLowerCase() === delta.contract)
    .flatMap(movesOf)
    .filter((move) => move.tokenId === delta.tokenId)
    .reduce(
      (sum, { from, to, amount }) => sum + (to === account ? amount : 0n) - (from === account ? amount : 0n),
      0n,
    )
}

/**
 * Whether a mined transaction did what its checked item was to do; empty when it is shown. Native coin leaves
 * no log: its outflow is bound by the value that was sent.
 */
export function checkReceipt(item: CheckedItem, receipt: ProofReceipt): readonly Finding[] {
  if (item.kind !== 'transaction') return []
  const findings: Finding[] = []
  const miss: Miss = (path, actual, expected) => {
    findings.push({
      code: 'RCPT_EFFECT',
      severity: 'block',
      path,
      actual: shown(actual),
      expected: shown(expected),
    })
  }
  if (receipt.status !== 'success') miss('receipt.status', receipt.status, 'success')
  const { purpose, effects } = item
  if (purpose === 'cancel') checkCancelled(item, receipt, miss)
  else if (purpose === 'wrap') checkWrapped(item, receipt, miss)
  else if (purpose === 'approve-currency' || purpose === 'approve-token') checkApproved(item, receipt, miss)
  else if (effects.give.length + effects.get.length > 0) checkMoved(item, receipt, miss)
  return findings
}

type CallItem = Extract<CheckedItem, { kind: 'transaction' }>
type Miss = (path: string, actual: unknown, expected: unknown) => void

/** Goods came to whom they should; what left may be less than agreed (a price that fell), never more. */
function checkMoved(item: CallItem, receipt: ProofReceipt, miss: Miss): undefined {
  const { account } = item.call
  const { give, get } = item.effects
  const logged = ({ kind }: AssetDelta): boolean => kind !== 'native'
  const awaited = [...get, ...(item.purpose === 'transfer' ? give : [])].filter(logged)
  const short = awaited.filter((delta) => netOf(receipt, delta, delta.counterparty ?? account) < delta.amount)
  // Of a purchase that may be partial, something must have come.
  const enough = item.partial && short.length < awaited.length
  for (const delta of enough ? [] : short)
    miss(`effects.get.${delta.contract}`, netOf(receipt, delta, delta.counterparty ?? account), delta.amount)
  for (const delta of give.filter(logged)) {
    const left = -netOf(receipt, delta, account)
    if (left > delta.amount) miss(`effects.give.${delta.contract}`, left, delta.amount)
  }
}

function checkWrapped(item: CallItem, receipt: ProofReceipt, miss: Miss): undefined {
  const { account, to, value } = item.call
  const deposited = receipt.logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === to &&
      topics[0] === topic.deposit &&
      addressIn(topics[1]) === account &&
      wordAt(data, 0) === value,
  )
  const minted = item.effects.get.some((delta) => netOf(receipt, delta, account) === value)
  if (!deposited && !minted) miss('receipt.logs', undefined, 'Deposit')
}

/** The approval that the call asked for is in the token's own log, to the same spender, for the same amount. */
function checkApproved(item: CallItem, receipt: ProofReceipt, miss: Miss): undefined {
  const { account, to, data } = item.call
  const spender = addressIn(`0x${data.slice(10, 74)}`)
  const argument = BigInt(`0x${data.slice(74)}`)
  const granted = receipt.logs.some(({ address, topics, data: logged }) => {
    if (address.toLowerCase() !== to || addressIn(topics[1]) !== account || addressIn(topics[2]) !== spender)
      return false
    if (topics[0] === topic.approvalForAll) return wordAt(logged, 0) === argument
    return (
      topics[0] === topic.approval &&
      (topics[3] === undefined ? wordAt(logged, 0) : BigInt(topics[3])) === argument
    )
  })
  if (!granted) miss('receipt.logs', undefined, 'Approval')
}

function checkCancelled(item: CallItem, receipt: ProofReceipt, miss: Miss): undefined {
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === item.call.to)
  if (item.orders.length === 0) {
    const bumped = logs.some(
      ({ topics }) => topics[0] === topic.counter && addressIn(topics[1]) === item.call.account,
    )
    if (!bumped) miss('receipt.logs', undefined, 'CounterIncremented')
  }
  for (const id of item.orders) {
    const shownLog = logs.some(({ topics, data }) => topics[0] === topic.cancelled && data.startsWith(id))
    if (!shownLog) miss('receipt.logs', undefined, id)
  }
}
