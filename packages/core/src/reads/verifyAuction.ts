import type { AnnouncedAuction } from '@sluice/wire'
import { type Client, chainOf } from '../client.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { loadAuctionReader, loadChainReaders } from './loadReaders.ts'

/** Which announcement is verified. */
export type VerifyAuctionParameters = {
  /** As the provider shows it: `market.auction` of a token. */
  readonly auction: AnnouncedAuction
  /** The active chain by default. */
  readonly chainId?: number | undefined
  /** Its node is asked first, while the wallet is on the chain. */
  readonly wallet?: Wallet | undefined
  /** Ends the read when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Verifies by the chain that the owner of a token signed the announcement that a provider shows: its terms, its end and
 * its token. Which offers there are, and whether the owner withdrew it since, is the provider's word.
 *
 * @returns whether the seller owns the token and signed it.
 * @throws {TradeError} `provider_unreachable` when no node of the chain answers.
 * @example
 * ```ts
 * const { items: [token] } = await getTokens(client, { tokens: [`${contract}:42`], includeAuction: true })
 * const auction = token?.market?.auction
 * if (auction != null && (await verifyAuction(client, { auction }))) console.log(auction.endsAt)
 * ```
 */
export async function verifyAuction(client: Client, parameters: VerifyAuctionParameters): Promise<boolean> {
  const chain = chainOf(client, parameters.chainId)
  const signal = parameters.signal ?? new AbortController().signal
  const [{ createReader }, { auctionSigned }] = await Promise.all([loadChainReaders(), loadAuctionReader()])
  const reader = createReader(client, chain, parameters.wallet, signal)
  return auctionSigned(reader, chain.id, parameters.auction)
}
