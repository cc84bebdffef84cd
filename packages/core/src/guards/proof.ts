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

/** How much of an asset came to (`in`) or left (`out`) an account, by the contract's own logs. */
function moved(receipt: ProofReceipt, delta: AssetDelta, account: Address, way: 'in' | 'out'): bigint {
  return receipt.logs
    .filter((log) => log.address.toLowerCase() === delta.contract)
    .flatMap(movesOf)
    .filter((move) => move.tokenId === delta.tokenId && (way === 'in' ? move.to : move.from) === account)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

/**
 * Whether a mined transaction did what its checked item was to do; empty when it is shown. Native coin leaves
 * no log: its outflow is bound by the value that was sent.
 */
export function checkReceipt(item: CheckedItem, receipt: ProofReceipt): readonly Finding[] {
  if (item.kind !== 'transaction') return []
  const findings: Finding[] = []
  const miss = (path: string, actual: unknown, expected: unknown): void => {
    findings.push({
      code: 'RCPT_EFFECT',
      severity: 'block',
      path,
      actual: shown(actual),
      expected: shown(expected),
    })
  }
  if (receipt.status !== 'success') miss('receipt.status', receipt.status, 'success')
  const { account } = item.call
  const logged = ({ kind }: AssetDelta): boolean => kind !== 'native'
  const arrives = item.purpose === 'wrap' ? [] : item.effects.get.filter(logged)
  for (const delta of arrives) {
    const receiver = delta.counterparty ?? account
    const actual = moved(receipt, delta, receiver, 'in')
    if (actual < delta.amount) miss(`effects.get.${delta.contract}`, actual, delta.amount)
  }
  if (item.purpose === 'transfer')
    for (const delta of item.effects.give) {
      const actual = moved(receipt, delta, delta.counterparty ?? account, 'in')
      if (actual < delta.amount) miss(`effects.give.${delta.contract}`, actual, delta.amount)
    }
  // What leaves may be less than agreed (a price that fell, a skipped order), never more.
  for (const delta of item.effects.give.filter(logged)) {
    const actual = moved(receipt, delta, account, 'out') - moved(receipt, delta, account, 'in')
    if (actual > delta.amount) miss(`effects.give.${delta.contract}`, actual, delta.amount)
  }
  if (item.purpose === 'cancel') checkCancelled(item, receipt, miss)
  return findings
}

function checkCancelled(
  item: Extract<CheckedItem, { kind: 'transaction' }>,
  receipt: ProofReceipt,
  miss: (path: string, actual: unknown, expected: unknown) => void,
): undefined {
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
