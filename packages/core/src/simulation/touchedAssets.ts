import type { Reading } from '@sluice/guards/internal'
import type { Address } from 'viem'

/** A log as `eth_simulateV1` tells it, in lower case. */
export type SimulatedLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** The same for two readings of one thing. */
export const readingKey = (reading: Reading): string => Object.values(reading).join(':')

/** Most token ids of one log that are looked at. */
const mostIds = 500

const topic = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
} as const
/** Where nodes log moves of the native coin. */
const nativeLogs = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const addressIn = (word = ''): Address => `0x${word.slice(-40)}`

/** What logs say was touched of the account: hints of what to read, believed in nothing. */
export function touchedBy(logs: readonly SimulatedLog[], account: Address): readonly Reading[] {
  const readings = logs.flatMap(({ address, topics, data }): readonly Reading[] => {
    const contract = address as Address
    if (contract === nativeLogs) return []
    const [first, second, third, fourth] = topics
    const [one, two, three] = [addressIn(second), addressIn(third), addressIn(fourth)]
    if (first === topic.transfer && (one === account || two === account))
      return fourth === undefined
        ? [{ kind: 'erc20', contract, holder: account }]
        : [
            { kind: 'erc721', contract, tokenId: BigInt(fourth) },
            { kind: 'approved', contract, tokenId: BigInt(fourth) },
          ]
    if ((first === topic.single || first === topic.batch) && (two === account || three === account))
      return idsOf(first, data).map((tokenId) => ({ kind: 'erc1155', contract, tokenId, holder: account }))
    if (first === topic.approval && one === account)
      return fourth === undefined
        ? [{ kind: 'allowance', contract, spender: two }]
        : [{ kind: 'approved', contract, tokenId: BigInt(fourth) }]
    if (first === topic.approvalForAll && one === account)
      return [{ kind: 'operator', contract, spender: two }]
    return []
  })
  return [...new Map(readings.map((reading) => [readingKey(reading), reading])).values()]
}

function idsOf(kind: string, data: string): readonly bigint[] {
  const word = (index: number): bigint => {
    const text = data.slice(2 + index * 64, 66 + index * 64)
    return text.length === 64 ? BigInt(`0x${text}`) : 0n
  }
  if (kind === topic.single) return [word(0)]
  const start = Number(word(0) / 32n)
  const count = Math.min(Number(word(start)), mostIds)
  return Array.from({ length: count }, (_, index) => word(start + 1 + index))
}
