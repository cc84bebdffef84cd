import { tokenTopics } from '@sluice/seaport'
import type { Address } from 'viem'
import type { AssetDelta } from '../model/verdict.ts'
import { addressIn, type ProofLog, type ProofReceipt, wordAt } from './receiptLogs.ts'

/** A transfer of tokens in a log. */
export type Move = {
  readonly from: Address
  readonly to: Address
  readonly tokenId: bigint | undefined
  readonly amount: bigint
}

/** Decodes a log of a token contract as transfers. Any other log has none. */
export function movesOf(log: ProofLog): readonly Move[] {
  const [first, second, third, fourth] = log.topics
  if (first !== tokenTopics.Transfer) return unitMoves(log)
  const ends = { from: addressIn(second), to: addressIn(third) }
  return fourth === undefined
    ? [{ ...ends, tokenId: undefined, amount: wordAt(log.data, 0) }]
    : [{ ...ends, tokenId: BigInt(fourth), amount: 1n }]
}

/**
 * Returns how much of an asset an account received minus what it sent, by the logs of the contract. An ERC-721 without a
 * token id counts every token of the collection.
 */
export function netOf(receipt: ProofReceipt, delta: AssetDelta, account: Address): bigint {
  return receipt.logs
    .filter((log) => log.address.toLowerCase() === delta.contract)
    .flatMap((log) => movesOf(log))
    .filter(({ tokenId }) =>
      delta.kind === 'erc721' && delta.tokenId === undefined
        ? tokenId !== undefined
        : tokenId === delta.tokenId,
    )
    .reduce(
      (sum, { from, to, amount }) => sum + (to === account ? amount : 0n) - (from === account ? amount : 0n),
      0n,
    )
}

/** Decodes a log of an ERC-1155 contract as transfers. Any other log has none. */
function unitMoves({ topics, data }: ProofLog): readonly Move[] {
  const [first, , third, fourth] = topics
  const ends = { from: addressIn(third), to: addressIn(fourth) }
  if (first === tokenTopics.TransferSingle)
    return [{ ...ends, tokenId: wordAt(data, 0), amount: wordAt(data, 1) }]
  if (first !== tokenTopics.TransferBatch) return []
  const ids = Number(wordAt(data, 0) / 32n)
  const amounts = Number(wordAt(data, 1) / 32n)
  const count = Math.min(Number(wordAt(data, ids)), 1000)
  return Array.from({ length: count }, (_, index) => ({
    ...ends,
    tokenId: wordAt(data, ids + 1 + index),
    amount: wordAt(data, amounts + 1 + index),
  }))
}
