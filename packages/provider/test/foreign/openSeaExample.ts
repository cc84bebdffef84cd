import { Chain, OpenSeaSDK } from '@opensea/sdk/viem'
import type { Account, PublicClient, Transport, WalletClient } from 'viem'

type Wallet = WalletClient<Transport, undefined, Account>

/** Lists a token, makes an offer for its collection, and cancels both. */
export async function trade(
  publicClient: PublicClient,
  { seller, bidder }: { seller: Wallet; bidder: Wallet },
  { tokenAddress, tokenId }: { tokenAddress: string; tokenId: string },
) {
  // The address of your provider, with the path of the chain.
  const config = {
    chain: Chain.Base,
    apiBaseUrl: process.env.PROVIDER_URL ?? 'https://provider.example/base',
  }
  const selling = new OpenSeaSDK({ publicClient, walletClient: seller }, config)
  const bidding = new OpenSeaSDK({ publicClient, walletClient: bidder }, config)

  const listing = await selling.createListing({
    asset: { tokenAddress, tokenId },
    accountAddress: seller.account.address,
    amount: '0.1',
  })
  const offer = await bidding.createCollectionOffer({
    // A slug is the address of the collection.
    collectionSlug: tokenAddress,
    accountAddress: bidder.account.address,
    amount: '0.05',
    quantity: 1,
  })
  const best = await bidding.api.listings.getBestListing(tokenAddress, tokenId)

  for (const [sdk, { protocolAddress, orderHash }] of [
    [selling, listing],
    [bidding, offer ?? {}],
  ] as const)
    if (protocolAddress !== undefined && orderHash !== undefined)
      // By a signature, without gas, where the provider has a zone.
      await sdk.offchainCancelOrder(protocolAddress, orderHash, Chain.Base, undefined, true)
  return { listing, offer, best }
}
