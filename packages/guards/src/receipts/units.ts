import type { Move } from './proveMoves.ts'
import { addressIn, type ProofLog, wordAt } from './receipt.ts'

/** First topics of ERC-1155's events of a move. */
const topic = {
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
}

/** A log of a contract of units as moves; other logs move nothing. */
export function unitMoves({ topics, data }: ProofLog): readonly Move[] {
  const [first, , third, fourth] = topics
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
