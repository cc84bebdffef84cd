import { type Address, zeroAddress } from 'viem'
import type { AssetDelta, Effects } from '../model/verdict.ts'

/** A value to read before and after the calls of a plan. */
export type Reading =
  | { readonly kind: 'native'; readonly holder: Address }
  | { readonly kind: 'erc20'; readonly contract: Address; readonly holder: Address }
  | { readonly kind: 'erc721'; readonly contract: Address; readonly tokenId: bigint }
  /** The number of tokens of an ERC-721 collection that an account holds. */
  | { readonly kind: 'erc721-count'; readonly contract: Address; readonly holder: Address }
  | {
      readonly kind: 'erc1155'
      readonly contract: Address
      readonly tokenId: bigint
      readonly holder: Address
    }
  | { readonly kind: 'allowance'; readonly contract: Address; readonly spender: Address }
  | { readonly kind: 'operator'; readonly contract: Address; readonly spender: Address }
  | { readonly kind: 'approved'; readonly contract: Address; readonly tokenId: bigint }
  /** Hash of the account's own code. It changes if the account is delegated (EIP-7702). */
  | { readonly kind: 'code' }

/** The first word that a read returned before and after the calls; `undefined` if the read failed. */
export type Change = {
  readonly reading: Reading
  readonly before: bigint | undefined
  readonly after: bigint | undefined
}

/** A call as it would be sent by the account. */
export type SimulatedCall = { readonly to: Address; readonly data: `0x${string}`; readonly value: bigint }

/** What would happen according to a node if the calls of a plan were sent now, one after the other. */
export type Simulation =
  | { readonly outcome: 'unavailable'; readonly reason: string }
  /** `reason` is the name of the contract's error if it is known, else the message of the node. */
  | { readonly outcome: 'reverted'; readonly index: number; readonly reason: string }
  | SimulationResult

/** What a node reports after it has simulated the calls. */
export type SimulationResult = {
  readonly outcome: 'done'
  readonly changes: readonly Change[]
  /** Whether the logs of the calls showed everything that they touch. If not, only the requested values were read. */
  readonly complete: boolean
  /** Whether a second environment (another block, real fees) had a different result. */
  readonly diverges: boolean
  /** The same readings in the second environment, without the cost of gas; absent if it could not be simulated. */
  readonly elsewhere?: readonly Change[] | 'reverted'
  /** Gas that each call used; empty if the node does not report it. */
  readonly gas?: readonly bigint[]
}

/** Returns what must be read to see the effects of a plan: each asset of both accounts, and each approval. */
export function readingsOf(effects: Effects, account: Address): readonly Reading[] {
  const readings: Reading[] = [{ kind: 'code' }, { kind: 'native', holder: account }]
  for (const delta of [...effects.give, ...effects.get]) {
    readings.push(...readingOf(delta, account))
    if (delta.counterparty !== undefined) readings.push(...readingOf(delta, delta.counterparty))
  }
  for (const { kind, contract, spender } of effects.authority) {
    if (kind === 'erc20') readings.push({ kind: 'allowance', contract, spender })
    if (kind === 'nft-operator') readings.push({ kind: 'operator', contract, spender })
  }
  return distinctReadings(readings)
}

/** Returns a key that is the same for equal readings. */
export const readingKey = (reading: Reading): string => Object.values(reading).join(':')

/** Returns each reading once. */
export const distinctReadings = (readings: readonly Reading[]): readonly Reading[] => [
  ...new Map(readings.map((reading) => [readingKey(reading), reading])).values(),
]

function readingOf({ kind, contract, tokenId }: AssetDelta, holder: Address): readonly Reading[] {
  switch (kind) {
    case 'native':
      return [{ kind, holder }]
    case 'erc20':
      return [{ kind, contract, holder }]
    case 'erc721':
      return tokenId === undefined
        ? [{ kind: 'erc721-count', contract, holder }]
        : [
            { kind, contract, tokenId },
            { kind: 'approved', contract, tokenId },
          ]
    case 'erc1155':
      return tokenId === undefined ? [] : [{ kind, contract, tokenId, holder }]
    default:
      return kind satisfies never
  }
}

/** Returns the key of an asset: `kind:contract:tokenId`. */
export const keyOf = ({
  kind,
  contract,
  tokenId,
}: Pick<AssetDelta, 'kind' | 'contract'> & { readonly tokenId?: bigint | undefined }): string =>
  `${kind}:${contract}:${tokenId ?? ''}`

/** The change of one asset of an account. */
export type Movement = {
  readonly kind: AssetDelta['kind']
  readonly contract: Address
  readonly tokenId: bigint | undefined
  /** Positive if the asset arrived, negative if it left. */
  readonly amount: bigint
}

/**
 * Returns how the holdings of an account changed. If the owner of a token cannot be read afterwards, the account counts
 * as having lost it.
 */
export function movementsOf(changes: readonly Change[], holder: Address): readonly Movement[] {
  return changes.flatMap(({ reading, before, after }): readonly Movement[] => {
    if (reading.kind === 'erc721') {
      const [was, is] = [before === BigInt(holder), after === BigInt(holder)]
      if (was === is) return []
      return [{ kind: 'erc721', contract: reading.contract, tokenId: reading.tokenId, amount: is ? 1n : -1n }]
    }
    if (!('holder' in reading) || reading.holder !== holder) return []
    const amount = (after ?? 0n) - (before ?? 0n)
    if (amount === 0n) return []
    return [
      {
        kind: reading.kind === 'erc721-count' ? 'erc721' : reading.kind,
        contract: reading.kind === 'native' ? zeroAddress : reading.contract,
        tokenId: reading.kind === 'erc1155' ? reading.tokenId : undefined,
        amount,
      },
    ]
  })
}
