import type { Address } from 'viem'
import type { AssetDelta } from '../model/verdict.ts'
import { addressIn, type ProofLog, type ProofReceipt, wordAt } from './receiptLogs.ts'

/** First topic of ERC-20's and ERC-721's event of a move. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type Move = {
  readonly from: Address
  readonly to: Address
  readonly tokenId: bigint | undefined
  readonly amount: bigint
}

/** Reads a log of a token contract as moves; other logs move nothing. */
export function movesOf(log: ProofLog): readonly Move[] {
  const [first, second, third, fourth] = log.topics
  if (first !== transferTopic) return unitMoves(log)
  const ends = { from: addressIn(second), to: addressIn(third) }
  return fourth === undefined
    ? [{ ...ends, tokenId: undefined, amount: wordAt(log.data, 0) }]
    : [{ ...ends, tokenId: BigInt(fourth), amount: 1n }]
}

/** Returns what came to an account minus what left it, of one asset, by the logs of its contract. */
export function netOf(receipt: ProofReceipt, delta: AssetDelta, account: Address): bigint {
  return receipt.logs
    .filter((log) => log.address.toLowerCase() === delta.contract)
    .flatMap((log) => movesOf(log))
    .filter((move) => move.tokenId === delta.tokenId)
    .reduce(
      (sum, { from, to, amount }) => sum + (to === account ? amount : 0n) - (from === account ? amount : 0n),
      0n,
    )
}

/** First topics of ERC-1155's events of a move. */
const unitTopics = {
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
}

/** Reads a log of an ERC-1155 contract as moves; other logs move nothing. */
function unitMoves({ topics, data }: ProofLog): readonly Move[] {
  const [first, , third, fourth] = topics
  const ends = { from: addressIn(third), to: addressIn(fourth) }
  if (first === unitTopics.single) return [{ ...ends, tokenId: wordAt(data, 0), amount: wordAt(data, 1) }]
  if (first !== unitTopics.batch) return []
  const ids = Number(wordAt(data, 0) / 32n)
  const amounts = Number(wordAt(data, 1) / 32n)
  const count = Math.min(Number(wordAt(data, ids)), 1000)
  return Array.from({ length: count }, (_, index) => ({
    ...ends,
    tokenId: wordAt(data, ids + 1 + index),
    amount: wordAt(data, amounts + 1 + index),
  }))
}
