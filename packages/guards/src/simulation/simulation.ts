import type { Address } from 'viem'
import type { AssetDelta, Effects } from '../model/verdict.ts'

/** One thing to read before and after the calls of a flow. */
export type Reading =
  | { readonly kind: 'native'; readonly holder: Address }
  | { readonly kind: 'erc20'; readonly contract: Address; readonly holder: Address }
  | { readonly kind: 'erc721'; readonly contract: Address; readonly tokenId: bigint }
  /** How many tokens of an ERC-721 collection somebody holds. */
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
  /** Hash of the account's own code: changes when it is delegated (EIP-7702). */
  | { readonly kind: 'code' }

/** The first word that a read returned before and after; `undefined` if it failed. */
export type Change = {
  readonly reading: Reading
  readonly before: bigint | undefined
  readonly after: bigint | undefined
}

/** A call as it would be sent by the account. */
export type SimulatedCall = { readonly to: Address; readonly data: `0x${string}`; readonly value: bigint }

/** What would happen, as a node says, if the calls of a plan were sent now, one after the other. */
export type Simulation =
  | { readonly outcome: 'unavailable'; readonly reason: string }
  /** `reason` is the contract's own name of the error where it is known, else what the node said. */
  | { readonly outcome: 'reverted'; readonly index: number; readonly reason: string }
  | {
      readonly outcome: 'done'
      readonly changes: readonly Change[]
      /** Whether everything that the calls touched was found by their logs; else only what was asked for. */
      readonly complete: boolean
      /** Whether a second environment (another block, real fees) had any other result. */
      readonly diverges: boolean
      /** The same readings in that environment, gas not counted; absent where it could not be made. */
      readonly elsewhere?: readonly Change[] | 'reverted'
      /** Gas that each call used; empty where the node does not say it. */
      readonly gas?: readonly bigint[]
    }

/** Returns what must be read to see the effects of a plan: each asset at both ends, and each approval. */
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

/** Returns a text that is the same for two readings of one thing. */
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

/** What one account has more or less of. */
export type Movement = {
  readonly kind: AssetDelta['kind']
  readonly contract: Address
  readonly tokenId: bigint | undefined
  /** Positive: came. Negative: left. */
  readonly amount: bigint
}

const zero: Address = `0x${'0'.repeat(40)}`

/**
 * Returns how the account's holdings changed, by the state before and after. If the owner cannot be read afterwards, the
 * account counts as having lost the token.
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
        contract: reading.kind === 'native' ? zero : reading.contract,
        tokenId: reading.kind === 'erc1155' ? reading.tokenId : undefined,
        amount,
      },
    ]
  })
}
