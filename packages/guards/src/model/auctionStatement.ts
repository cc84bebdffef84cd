import { type Address, type Hex, hashTypedData } from 'viem'

/** The terms on which a seller invites offers. */
export type AuctionTerms = {
  /** The ERC-20 contract in which offers are compared. */
  readonly currency: Address
  /** The lowest offer that the seller would accept, in base units; 0 if there is no reserve. */
  readonly reserve: bigint
  /** The least raise over the best offer, in basis points of it. The larger of the two steps applies. */
  readonly stepBps: bigint
  /** The least raise over the best offer, in base units. */
  readonly stepAmount: bigint
  /** Unix seconds until which offers are invited. */
  readonly endsAt: bigint
}

/** A seller's statement about one token. With terms it invites offers; without terms it withdraws the invitation. */
export type AuctionStatement = {
  readonly seller: Address
  readonly contract: Address
  readonly tokenId: bigint
  /** Unix seconds at which it was made. The latest statement about a token applies. */
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
 * Returns the typed data (EIP-712) that a seller signs. Its domain has no `verifyingContract`, so no exchange or token
 * contract accepts the signature as an order or a permit.
 *
 * @param statement Times in unix seconds, amounts in base units. Without `terms` it withdraws the announcement.
 * @returns The typed data in viem's shape, with the digest that is signed.
 *
 * @example
 * ```ts
 * const { digest } = auctionTypedData(8453, { seller, contract, tokenId: 42n, at, terms })
 * const isSigned = (await recoverAddress({ hash: digest, signature })).toLowerCase() === seller
 * ```
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
  const message = {
    seller,
    collection,
    tokenId,
    currency,
    reserve,
    stepBps,
    stepAmount,
    announcedAt: at,
    endsAt,
  }
  const typedData = { domain, types: announcementTypes, primaryType: 'AuctionAnnouncement', message } as const
  return { ...typedData, digest: hashTypedData(typedData) }
}

/**
 * Returns the lowest amount that the next offer may have, in base units: the best offer plus the seller's step, and at
 * least the reserve.
 *
 * @param best The best open offer in the auction's currency; `undefined` if there is none.
 *
 * @example
 * ```ts
 * leastNextOffer({ reserve: 100n, stepBps: 500n, stepAmount: 1n }, undefined) // 100n
 * leastNextOffer({ reserve: 100n, stepBps: 500n, stepAmount: 1n }, 200n) // 210n
 * ```
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
