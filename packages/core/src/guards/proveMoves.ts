import type { Address } from 'viem'
import { addressIn, type CallItem, type Miss, type ProofLog, type ProofReceipt, wordAt } from './receipt.ts'
import type { AssetDelta } from './verdict.ts'

/** First topics of the events that show a move. */
const topic = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
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
export function netOf(receipt: ProofReceipt, delta: AssetDelta, account: Address): bigint {
  return receipt.logs
    .filter((log) => log.address.toLowerCase() === delta.contract)
    .flatMap(movesOf)
    .filter((move) => move.tokenId === delta.tokenId)
    .reduce(
      (sum, { from, to, amount }) => sum + (to === account ? amount : 0n) - (from === account ? amount : 0n),
      0n,
    )
}

/** Goods came to whom they should; what left may be less than agreed (a price that fell), never more. */
export function proveMoves(item: CallItem, receipt: ProofReceipt, miss: Miss): undefined {
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
