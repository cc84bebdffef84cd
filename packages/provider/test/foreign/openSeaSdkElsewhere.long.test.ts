import { Chain, type Listing } from '@opensea/sdk/viem'
import { erc721Abi, openseaConduit } from '@sluice/seaport'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type OpenSeaStandIn,
  startOpenSeaStandIn,
} from '../../../devnet/src/openSeaStandIn/openSeaStandIn.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'
import { sdkFor, serveMarket } from './sdkServer.ts'

let market: Market
let ada: Trader
let ben: Trader

/** A market of a chain whose conduit stands where the SDK expects it. */
async function open(chainId: number): Promise<void> {
  market = await startMarket({}, () => ({ zone: undefined }), {
    chainId,
    releasedConduit: true,
  })
  ;[ada, ben] = market.traders as [Trader, Trader]
}

const asset = async (trader: Trader) => {
  const [name = ''] = await market.tokens(trader)
  await market.describe()
  return { tokenAddress: market.collection as string, tokenId: tokenIdOf(name).toString() }
}
const ownerOf = ({ tokenId }: { readonly tokenId: string }) =>
  market.ownerOf(`${market.collection}:${tokenId}`)
const approve = (trader: Trader) =>
  trader.write({
    address: market.collection,
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [openseaConduit, true],
  })

describe('OpenSea’s SDK, unmodified, against the stand-in for OpenSea’s service', () => {
  let standIn: OpenSeaStandIn
  const sdkOf = (trader: Trader) =>
    sdkFor(market, trader, { apiBaseUrl: standIn.url, apiKey: standIn.apiKey })
  beforeAll(async () => {
    // The SDK signs for a chain that it knows.
    await open(8453)
    standIn = await startOpenSeaStandIn({ chain: market.chain, name: 'base' })
  })
  afterAll(async () => {
    await standIn?.stop()
    await market?.stop()
  })

  test('lists a token in the service’s zone, finds the listing by its hash, and buys it', async () => {
    const token = await asset(ada)
    const listing = await sdkOf(ada).createListing({ asset: token, accountAddress: ada.address, amount: 1.5 })
    const { protocolData } = await sdkOf(ben).api.getOrderByHash(
      listing.orderHash as string,
      listing.protocolAddress as string,
    )
    expect((protocolData?.parameters as { zone: Address } | undefined)?.zone.toLowerCase()).toBe(standIn.zone)
    await sdkOf(ben).fulfillOrder({ order: listing, accountAddress: ben.address })
    expect(await ownerOf(token)).toBe(ben.address)
  })

  test('offers for a token, and its owner accepts', async () => {
    const token = await asset(ada)
    await approve(ada)
    await market.wrap(ben, parseEther('1'))
    const offer = await sdkOf(ben).createOffer({ asset: token, accountAddress: ben.address, amount: '0.4' })
    await sdkOf(ada).fulfillOrder({ order: offer, accountAddress: ada.address })
    expect(await ownerOf(token)).toBe(ben.address)
  })

  test('cancels without gas and on chain, after which nobody fills the order', async () => {
    const [seller, buyer] = [sdkOf(ada), sdkOf(ben)]
    const list = async (): Promise<Listing> =>
      seller.createListing({ asset: await asset(ada), accountAddress: ada.address, amount: 1 })
    const [first, second] = [await list(), await list()]
    const at = first.protocolAddress as string
    const id = first.orderHash as string
    await expect(buyer.offchainCancelOrder(at, id, Chain.Base, undefined, true)).rejects.toThrow(
      /offerer signature/,
    )
    await seller.offchainCancelOrder(at, id, Chain.Base, undefined, true)
    await seller.cancelOrder({ orderHash: second.orderHash as string, accountAddress: ada.address })
    for (const order of [first, second])
      await expect(buyer.fulfillOrder({ order, accountAddress: ben.address })).rejects.toThrow()
  })
})

describe('OpenSea’s SDK on a local chain of a provider without a zone', () => {
  let server: Awaited<ReturnType<typeof serveMarket>>
  // OpenSea does not know the chain: the SDK asks for its default.
  const sdkOf = (trader: Trader) => sdkFor(market, trader, { apiBaseUrl: server.base, chain: Chain.Mainnet })
  beforeAll(async () => {
    await open(31337)
    server = await serveMarket(market)
  })
  afterAll(async () => {
    server?.stop()
    await market?.stop()
  })

  test('lists, buys, offers for a token, accepts, and cancels on chain', async () => {
    const [seller, bidder] = [sdkOf(ada), sdkOf(ben)]
    const tokens = [await asset(ada), await asset(ada), await asset(ada)] as const
    const sold = await seller.createListing({ asset: tokens[0], accountAddress: ada.address, amount: 1 })
    await bidder.fulfillOrder({ order: sold, accountAddress: ben.address })
    expect(await ownerOf(tokens[0])).toBe(ben.address)
    // The SDK would wrap at the address of another chain.
    await market.wrap(ben, parseEther('1'))
    const offer = await bidder.createOffer({ asset: tokens[1], accountAddress: ben.address, amount: '0.3' })
    await seller.fulfillOrder({ order: offer, accountAddress: ada.address })
    expect(await ownerOf(tokens[1])).toBe(ben.address)
    const kept = await seller.createListing({ asset: tokens[2], accountAddress: ada.address, amount: 1 })
    await seller.cancelOrder({ orderHash: kept.orderHash as string, accountAddress: ada.address })
    await market.sync()
    expect(await market.statusOf(kept.orderHash as string)).toMatch(/^cancelled/)
  })

  test('hears that offers for a collection need a zone', async () => {
    await expect(
      sdkOf(ben).createCollectionOffer({
        accountAddress: ben.address,
        amount: '0.3',
        collectionSlug: market.collection,
        quantity: 1,
      }),
    ).rejects.toThrow(/this provider has none/)
  })
})
