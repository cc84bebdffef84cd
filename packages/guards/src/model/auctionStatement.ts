import { type Address, type Hex, hashTypedData } from 'viem'

/** What a seller says about offers: what they are compared by, and until when they are welcome. */
export type AuctionTerms = {
  /** What offers are compared in: an ERC-20 contract. */
  readonly currency: Address
  /** The least offer that the seller says would be accepted, in base units; 0 for none. */
  readonly reserve: bigint
  /** By how much an offer is to be above the best one: basis points of it, and base units; the larger counts. */
  readonly stepBps: bigint
  readonly stepAmount: bigint
  /** Unix seconds. */
  readonly endsAt: bigint
}

/** A seller's statement about one token: offers are welcome on these terms, or, without terms, no longer. */
export type AuctionStatement = {
  readonly seller: Address
  readonly contract: Address
  readonly tokenId: bigint
  /** Unix seconds at which it was made: of two statements, the later one holds. */
  readonly at: bigint
  readonly terms?: AuctionTerms | undefined
}

const announcementTypes = {
  AuctionAnnouncement: [
    { name: 'seller', type: 'address' },
    { name: 'collection', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'currency', type: 'address' },
    { name: 'reserve', type: 'uint256' },
    { name: 'stepBps', type: 'uint256' },
    { name: 'stepAmount', type: 'uint256' },
    { name: 'announcedAt', type: 'uint256' },
    { name: 'endsAt', type: 'uint256' },
  ],
} as const
const withdrawalTypes = {
  AuctionWithdrawal: [
    { name: 'seller', type: 'address' },
    { name: 'collection', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'withdrawnAt', type: 'uint256' },
  ],
} as const

/** EIP-712 typed data in viem's shape, with its digest. */
export type StatementTypedData = {
  readonly domain: { readonly name: string; readonly version: string; readonly chainId: number }
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, Address | bigint>>
  readonly digest: Hex
}

/**
 * Returns the typed data (EIP-712) that a seller signs. Its domain names no contract, so that no exchange and no token
 * can take the signature for an order or a permit.
 *
 * @param statement times in unix seconds, amounts in base units; without `terms` it withdraws the announcement.
 * @returns viem's shape, with the digest that is signed.
 * @example
 * const { digest } = auctionTypedData(8453, { seller, contract, tokenId: 42n, at, terms })
 * const isSigned = (await recoverAddress({ hash: digest, signature })).toLowerCase() === seller
 */
export function auctionTypedData(chainId: number, statement: AuctionStatement): StatementTypedData {
  const { seller, contract: collection, tokenId, at, terms } = statement
  const domain = { name: 'Sluice Auctions', version: '1', chainId }
  if (terms === undefined) {
    const message = { seller, collection, tokenId, withdrawnAt: at }
    const typedData = { domain, types: withdrawalTypes, primaryType: 'AuctionWithdrawal', message } as const
    return { ...typedData, digest: hashTypedData(typedData) }
  }
  const { currency, reserve, stepBps, stepAmount, endsAt } = terms
  const about = { seller, collection, tokenId, currency, reserve, stepBps, stepAmount }
  const message = { ...about, announcedAt: at, endsAt }
  const typedData = { domain, types: announcementTypes, primaryType: 'AuctionAnnouncement', message } as const
  return { ...typedData, digest: hashTypedData(typedData) }
}

/**
 * The least amount that is above the best offer by the seller's step, and not below the reserve; base units.
 *
 * @param best the best open offer in the auction's currency; `undefined` where there is none.
 * @example
 * leastNextOffer({ reserve: 100n, stepBps: 500n, stepAmount: 1n }, undefined) // 100n
 * leastNextOffer({ reserve: 100n, stepBps: 500n, stepAmount: 1n }, 200n) // 210n
 */
export function leastNextOffer(
  { reserve, stepBps, stepAmount }: Pick<AuctionTerms, 'reserve' | 'stepBps' | 'stepAmount'>,
  best: bigint | undefined,
): bigint {
  if (best === undefined) return reserve > 0n ? reserve : 1n
  const share = (best * stepBps + 9_999n) / 10_000n
  const step = [share, stepAmount, 1n].reduce((most, one) => (one > most ? one : most))
  return best + step > reserve ? best + step : reserve
}
