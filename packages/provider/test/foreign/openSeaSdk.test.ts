import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { OpenSeaAPI } from '@opensea/sdk'
import { Chain, type Listing, type OpenSeaSDK, OrderSide, TokenStandard } from '@opensea/sdk/viem'
import { openseaConduit } from '@sluice/seaport'
import {
  type Address,
  createPublicClient,
  erc721Abi,
  type Hex,
  http,
  type PublicClient,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import { checkDefined } from '../support/definedAnswers.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'
import { typeErrors } from '../support/typeErrors.ts'
import { trade } from './openSeaExample.ts'
import { sdkFor, sdkWallet, serveMarket } from './sdkServer.ts'

const root = resolve(import.meta.dirname, '../../../..')
/** Where Base has its wrapped coin, as the SDK has it built in. */
const wrapped: Address = '0x4200000000000000000000000000000000000006'

let market: Market
let server: Awaited<ReturnType<typeof serveMarket>>
let base: string
let ada: Trader
let ben: Trader
let slug: Address
let publicClient: PublicClient
/** The SDK as npm has it, for one account: only its base URL is ours. */
let sdkOf: (trader: Trader) => OpenSeaSDK

/** Puts the wrapped coin where the SDK expects it; compiled here, it has another address. */
async function placeWrappedCoin(): Promise<void> {
  const code = await market.rpc<Hex>('eth_getCode', [market.chain.contracts.weth, 'latest'])
  await market.rpc('anvil_setCode', [wrapped, code])
}

beforeAll(async () => {
  // The SDK signs for a chain that it knows.
  market = await startMarket({}, () => ({ wrappedNative: wrapped }), {
    chainId: 8453,
    releasedConduit: true,
  })
  await placeWrappedCoin()
  server = await serveMarket(market, ({ method }, path, status, body) =>
    faults.push(...faultOf(method, path, status, body)),
  )
  base = server.base
  ;[ada, ben] = market.traders as [Trader, Trader]
  slug = market.collection.toLowerCase() as Address
  publicClient = createPublicClient({ transport: http(market.chain.rpcUrl), pollingInterval: 50 })
  sdkOf = (trader) => sdkFor(market, trader, { apiBaseUrl: base })
})
afterAll(async () => {
  server?.stop()
  await market?.stop()
})

type Methods = {
  [K in keyof OpenSeaAPI]: OpenSeaAPI[K] extends (...args: never[]) => Promise<unknown> ? K : never
}[keyof OpenSeaAPI]
/** Answers of the SDK's methods as it gave them, to be held against the types that it publishes for them. */
const answers: (readonly [method: string, answer: unknown])[] = []
const told = <T>(method: Methods, answer: T): T => {
  answers.push([method, answer])
  return answer
}

/** Answers that are not as their routes define them. */
const faults: string[] = []
function faultOf(...answer: Parameters<typeof checkDefined>): readonly string[] {
  try {
    checkDefined(...answer)
    return []
  } catch (cause) {
    return [String(cause)]
  }
}

/**
 * Where the published types cannot be meant: the arguments of a call and the orders of an account have amounts or
 * counters of 256 bits as numbers, and a recipient is no address. The SDK encodes what it is given, so that trades prove
 * these.
 */
const impreciseTypes =
  /^is<'(?:generateFulfillmentData|getProfileOffers|getProfileListings)'>.*: Type 'string' (?:is not assignable to type 'number'|has no prop)/

/** A new token of the trader, with its metadata read. */
async function token(trader: Trader): Promise<{ tokenAddress: string; tokenId: string }> {
  const [name = ''] = await market.tokens(trader)
  await market.describe()
  return { tokenAddress: slug, tokenId: tokenIdOf(name).toString() }
}
const ownerOf = ({ tokenId }: { readonly tokenId: string }) => market.ownerOf(`${slug}:${tokenId}`)
const statusOf = async (
  sdk: OpenSeaSDK,
  { orderHash, protocolAddress }: Pick<Listing, 'orderHash' | 'protocolAddress'>,
) => (await sdk.api.getOrderByHash(orderHash as string, protocolAddress as string)).status

/** Lets the conduit move the trader's tokens, as a seller has to before accepting an offer. */
const approve = (trader: Trader) =>
  trader.write({
    address: slug,
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [openseaConduit, true],
  })

describe('OpenSea’s SDK, unmodified, with its base URL at our provider', () => {
  test('reads tokens, collections, contracts, traits, stats and currencies', async () => {
    const { api } = sdkOf(ada)
    const { tokenAddress, tokenId } = await token(ada)
    const { nft } = told('getNFT', await api.getNFT(tokenAddress, tokenId))
    expect(nft).toMatchObject({
      identifier: tokenId,
      contract: slug,
      collection: slug,
      tokenStandard: 'erc721',
    })
    expect(nft.owners).toEqual([{ address: ada.address, quantity: 1, quantityString: '1' }])
    const traits = told('getTraits', await api.getTraits(slug))
    const [trait] = nft.traits
    expect(traits.counts[trait!.traitType]).toMatchObject({ [String(trait!.value)]: expect.any(Number) })
    const filter = [{ traitType: trait!.traitType, value: String(trait!.value) }]
    for (const list of [
      told('getNFTsByCollection', await api.getNFTsByCollection(slug, 50, undefined, filter)),
      told('getNFTsByContract', await api.getNFTsByContract(slug)),
      told('getNFTsByAccount', await api.getNFTsByAccount(ada.address)),
    ])
      expect(list.nfts.map(({ identifier }) => identifier)).toContain(tokenId)
    await token(ada)
    const first = await api.getNFTsByContract(slug, 1)
    const second = await api.getNFTsByContract(slug, 1, first.next)
    expect(second.nfts[0]?.identifier).not.toBe(first.nfts[0]?.identifier)
    const collection = told('getCollection', await api.getCollection(nft.collection))
    expect(collection).toMatchObject({
      collection: slug,
      requiredZone: market.chain.contracts.zone,
      pricingCurrencies: { offerCurrency: { address: wrapped, decimals: 18 } },
    })
    const { collections } = told('getCollections', await api.getCollections())
    expect(collections.map(({ collection: one }) => one)).toContain(slug)
    const paying = market.chain.contracts.collections.find(({ royaltyBps }) => royaltyBps !== undefined)
    expect((await api.getCollection(paying!.address)).fees).toEqual([
      { fee: 5, recipient: expect.stringMatching(/^0x/), required: false },
    ])
    expect(told('getContract', await api.getContract(slug))).toMatchObject({ contractStandard: 'erc721' })
    expect(told('getPaymentToken', await api.getPaymentToken(wrapped))).toMatchObject({ symbol: 'WETH' })
    expect(told('getChains', await api.getChains()).chains).toMatchObject([{ chain: 'base' }])
    const owners = told('getNFTOwners', await api.getNFTOwners(slug, tokenId))
    expect(owners.owners).toHaveLength(1)
    told('getNFTCollection', await api.getNFTCollection(slug, tokenId))
    told('getCollectionTraitFloors', await api.getCollectionTraitFloors(slug))
  })

  test('lists a token, finds the listing, buys it, and reads what happened', async () => {
    const [seller, buyer] = [sdkOf(ada), sdkOf(ben)]
    const asset = await token(ada)
    const posted = await seller.createListing({ asset, accountAddress: ada.address, amount: 1.5 })
    told('postListing', posted)
    expect(posted).toMatchObject({
      status: 'ACTIVE',
      type: 'basic',
      price: { current: { currency: 'ETH', decimals: 18, value: parseEther('1.5').toString() } },
    })
    const listing = told('getBestListing', await buyer.api.getBestListing(slug, asset.tokenId))
    expect(listing.orderHash).toBe(posted.orderHash)
    for (const { listings } of [
      told('getAllListings', await buyer.api.getAllListings(slug)),
      told('getBestListings', await buyer.api.getBestListings(slug)),
    ])
      expect(listings.map(({ orderHash }) => orderHash)).toContain(posted.orderHash)
    told(
      'getOrderByHash',
      await buyer.api.getOrderByHash(posted.orderHash as string, posted.protocolAddress as string),
    )
    told('getCollectionStats', await buyer.api.getCollectionStats(slug))
    told(
      'generateFulfillmentData',
      await buyer.api.generateFulfillmentData(
        ben.address,
        posted.orderHash as string,
        posted.protocolAddress as string,
        OrderSide.LISTING,
      ),
    )
    await buyer.fulfillOrder({ order: listing, accountAddress: ben.address })
    await market.sync()
    expect(await ownerOf(asset)).toBe(ben.address)
    expect(await statusOf(buyer, posted)).toBe('FULFILLED')
    const { assetEvents } = told(
      'getEventsByNFT',
      await buyer.api.getEventsByNFT(Chain.Base, slug, asset.tokenId),
    )
    expect(assetEvents.map(({ eventType }) => eventType).sort()).toEqual(['mint', 'order', 'sale'])
    expect(assetEvents.find(({ eventType }) => eventType === 'sale')).toMatchObject({
      seller: ada.address,
      buyer: ben.address,
      orderHash: posted.orderHash,
      payment: { quantity: parseEther('1.5').toString(), symbol: 'ETH' },
    })
    for (const { assetEvents: events } of [
      told('getEvents', await buyer.api.getEvents({ eventType: ['sale', 'listing'] })),
      told('getEventsByAccount', await buyer.api.getEventsByAccount(ben.address)),
      told('getEventsByCollection', await buyer.api.getEventsByCollection(slug)),
    ])
      expect(events).toContainEqual(expect.objectContaining({ eventType: 'sale', buyer: ben.address }))
  })

  test('lists several tokens under one signature, sweeps the cheap ones, and cancels the dear one on chain', async () => {
    const [seller, buyer] = [sdkOf(ada), sdkOf(ben)]
    const assets = [await token(ada), await token(ada), await token(ada)]
    const { successful, failed } = await seller.createBulkListings({
      accountAddress: ada.address,
      listings: assets.map((asset, index) => ({ asset, amount: [0.01, 0.02, 5][index] as number })),
    })
    expect([successful.length, failed]).toEqual([3, []])
    const { steps } = told(
      'sweepCollection',
      await buyer.api.sweepCollection({
        collectionSlug: slug,
        payment: { chain: 'base', tokenAddress: zeroAddress },
        maxItems: 10,
        maxPricePerItem: '0.5',
        buyer: ben.address,
      }),
    )
    for (const step of steps as {
      buyItemAction: { transactionSubmissionData: { to: Hex; data: Hex; value: Hex } }
    }[]) {
      const { to, data, value } = step.buyItemAction.transactionSubmissionData
      await ben.send({ to, data, value: BigInt(value) })
    }
    await market.sync()
    expect(await Promise.all(assets.map(ownerOf))).toEqual([ben.address, ben.address, ada.address])
    const dear = successful[2] as Listing
    await seller.cancelOrder({ orderHash: dear.orderHash as string, accountAddress: ada.address })
    await market.sync()
    expect(await statusOf(seller, dear)).toBe('CANCELLED')
  })

  test('offers for a token, a collection and a trait, which their seller accepts', async () => {
    const [bidder, seller] = [sdkOf(ben), sdkOf(ada)]
    await approve(ada)
    await bidder.wrapEth({ amountInEth: 3, accountAddress: ben.address })
    const assets = [await token(ada), await token(ada), await token(ada)] as const
    const { nft } = await seller.api.getNFT(slug, assets[2].tokenId)
    const [trait] = nft.traits
    const common = { accountAddress: ben.address, amount: '0.3' }
    const one = await bidder.createOffer({ ...common, asset: assets[0] })
    told('postOffer', one)
    const best = told('getBestOffer', await seller.api.getBestOffer(slug, assets[0].tokenId))
    expect([best.orderHash, best.price?.value]).toEqual([one.orderHash, parseEther('0.3').toString()])
    told('getOffersByNFT', await seller.api.getOffersByNFT(slug, assets[0].tokenId))
    await seller.fulfillOrder({ order: best, accountAddress: ada.address })
    const any = await bidder.createCollectionOffer({ ...common, collectionSlug: slug, quantity: 1 })
    expect(any?.criteria).toMatchObject({ collection: { slug } })
    const { offers } = told('getCollectionOffers', await seller.api.getCollectionOffers(slug))
    expect(offers.map(({ orderHash }) => orderHash)).toEqual([any?.orderHash])
    await seller.fulfillOrder({
      order: offers[0]!,
      accountAddress: ada.address,
      assetContractAddress: slug,
      tokenId: assets[1].tokenId,
    })
    const named = await bidder.createCollectionOffer({
      ...common,
      collectionSlug: slug,
      quantity: 1,
      traitType: trait!.traitType,
      traitValue: String(trait!.value),
    })
    told('postCollectionOffer', named)
    const ofTrait = await seller.api.getTraitOffers(slug, trait!.traitType, String(trait!.value))
    expect(told('getTraitOffers', ofTrait).offers.map(({ orderHash }) => orderHash)).toEqual([
      named?.orderHash,
    ])
    told('getAllOffers', await seller.api.getAllOffers(slug))
    await seller.fulfillOrder({
      order: ofTrait.offers[0]!,
      accountAddress: ada.address,
      assetContractAddress: slug,
      tokenId: assets[2].tokenId,
    })
    await market.sync()
    expect(await Promise.all(assets.map(ownerOf))).toEqual([ben.address, ben.address, ben.address])
  })

  test('cancels without gas by the maker’s signature, after which nobody can fill the order', async () => {
    const [seller, buyer] = [sdkOf(ada), sdkOf(ben)]
    const asset = await token(ada)
    const listing = await seller.createListing({ asset, accountAddress: ada.address, amount: 1 })
    const { orderHash, protocolAddress } = listing as { orderHash: string; protocolAddress: string }
    const cancel = (sdk: OpenSeaSDK, bySigner: boolean) =>
      sdk.offchainCancelOrder(protocolAddress, orderHash, Chain.Base, undefined, bySigner)
    await expect(cancel(seller, false)).rejects.toThrow(/offererSignature.*only the maker’s signature/)
    await expect(cancel(buyer, true)).rejects.toThrow(/not the maker’s.*\(offererSignature\)/)
    expect(await statusOf(seller, listing)).toBe('ACTIVE')
    told('offchainCancelOrder', await cancel(seller, true))
    expect(await statusOf(seller, listing)).toBe('CANCELLED')
    await expect(buyer.fulfillOrder({ order: listing, accountAddress: ben.address })).rejects.toThrow(
      /Server Error/,
    )
  })

  test('sells to one buyer alone, and units of one token to several', async () => {
    const [seller, buyer] = [sdkOf(ada), sdkOf(ben)]
    const asset = await token(ada)
    const mine = { asset, accountAddress: ada.address, amount: 1, buyerAddress: ben.address }
    const reserved = await seller.createListing(mine)
    expect((await buyer.api.getAllListings(slug)).listings.map(({ orderHash }) => orderHash)).not.toContain(
      reserved.orderHash,
    )
    await buyer.fulfillOrder({ order: reserved, accountAddress: ben.address })
    const [contract = '', tokenId = ''] = (await market.units(ada, 5n)).split(':')
    const edition = { tokenAddress: contract, tokenId, tokenStandard: TokenStandard.ERC1155 }
    const units = await seller.createListing({
      asset: edition,
      accountAddress: ada.address,
      amount: 5,
      quantity: 5,
    })
    await buyer.fulfillOrder({ order: units, accountAddress: ben.address, unitsToFill: 2 })
    await market.sync()
    expect(await ownerOf(asset)).toBe(ben.address)
    expect(await buyer.getBalance({ accountAddress: ben.address, asset: edition })).toBe(2n)
    const after = await buyer.api.getBestListing(contract, tokenId)
    expect([after.orderHash, after.remainingQuantity]).toEqual([units.orderHash, 3])
  })

  test('offers for several tokens under one signature, cancels several orders at once, and reads many at once', async () => {
    const [bidder, seller] = [sdkOf(ben), sdkOf(ada)]
    const assets = [await token(ada), await token(ada)] as const
    await bidder.wrapEth({ amountInEth: 1, accountAddress: ben.address })
    const bulk = await bidder.createBulkOffers({
      accountAddress: ben.address,
      offers: assets.map((asset) => ({ asset, amount: '0.2' })),
    })
    expect([bulk.successful.length, bulk.failed]).toEqual([2, []])
    const mine = told('getProfileOffers', await bidder.api.getProfileOffers(ben.address))
    for (const { orderHash } of bulk.successful)
      expect(mine.offers.map((one) => one.orderHash)).toContain(orderHash)
    const listings = await seller.createBulkListings({
      accountAddress: ada.address,
      listings: assets.map((asset) => ({ asset, amount: 3 })),
    })
    const told1 = told('getProfileListings', await seller.api.getProfileListings(ada.address))
    for (const { orderHash } of listings.successful)
      expect(told1.listings.map((one) => one.orderHash)).toContain(orderHash)
    await seller.cancelOrders({
      orderHashes: listings.successful.map(({ orderHash }) => orderHash as string),
      accountAddress: ada.address,
    })
    await market.sync()
    for (const one of listings.successful) expect(await statusOf(seller, one)).toBe('CANCELLED')
    for (const one of bulk.successful) expect(await statusOf(bidder, one)).toBe('ACTIVE')
    const { nfts } = told(
      'getNFTsBatch',
      await seller.api.getNFTsBatch({
        identifiers: assets.map(({ tokenId }) => ({
          chain: 'base',
          contractAddress: slug,
          tokenId,
        })) as never,
      }),
    )
    expect(nfts.map(({ identifier }) => identifier).sort()).toEqual(
      assets.map(({ tokenId }) => tokenId).sort(),
    )
    const { collections } = told(
      'getCollectionsBatch',
      await seller.api.getCollectionsBatch({ slugs: [slug] } as never),
    )
    expect(collections.map(({ collection }) => collection)).toEqual([slug])
    // Its metadata was read a moment ago.
    await expect(seller.api.refreshNFTMetadata(slug, assets[0].tokenId)).rejects.toThrow(
      /Next available sync.*identifier/,
    )
  })

  test('hears in one sentence what is wrong, with the name of the field', async () => {
    const { api } = sdkOf(ada)
    await expect(api.getCollection('doodles-official')).rejects.toThrow(/collection.*40 hex digits/)
    await expect(api.getCollection(`0x${'12'.repeat(20)}`)).rejects.toThrow(
      /slug is the address of its contract/,
    )
    await expect(api.getNFT(slug, '999999')).rejects.toThrow(/no such token.*identifier/)
    await expect(api.getNFTsByContract(slug, 5000)).rejects.toThrow(/limit/)
    await expect(api.getNFTsByContract(slug, 1, 'nonsense')).rejects.toThrow(/next/)
    await expect(api.getNFT(slug, '1', Chain.Polygon)).rejects.toThrow(/chain.*must be base/)
    await expect(api.getBestListing(slug, '999999')).rejects.toThrow(/no listing of this token/)
    const listing = await sdkOf(ada).createListing({
      asset: await token(ada),
      accountAddress: ada.address,
      amount: 1,
    })
    const { parameters, signature } = listing.protocolData!
    const post = (more: object) =>
      api.postListing(
        { parameters: { ...parameters, ...more }, signature } as never,
        listing.protocolAddress as string,
      )
    await expect(post({ salt: '7' })).rejects.toThrow(/signature/)
    await expect(post({ offerer: 'nobody' })).rejects.toThrow(/parameters\.offerer/)
    await expect(post({ zone: `0x${'34'.repeat(20)}` })).rejects.toThrow(/parameters\.zone/)
    await expect(api.postOffer(listing.protocolData!, listing.protocolAddress as string)).rejects.toThrow(
      /parameters\.offer/,
    )
  })

  test('is told in a sentence that a call is not served', async () => {
    const { api } = sdkOf(ada)
    const refused = async (call: Promise<unknown>) => {
      const error = (await call.catch((cause: unknown) => cause)) as { statusCode?: number; message?: string }
      expect(error.statusCode).toBe(501)
      expect(error.message).toMatch(/^Server Error: .+\.$/)
    }
    await refused(api.getAccount(ada.address))
    await refused(api.getDrops())
    await refused(api.search({ query: 'tide' }))
    await refused(api.getTrendingTokens())
    await refused(api.getTrendingCollections())
    await refused(api.resolveAccount('someone.eth'))
    await refused(
      api.buildOffer(ada.address, 1, slug, true, undefined, undefined, [
        { type: 'Hat', value: 'Red' },
        { type: 'Eyes', value: 'Blue' },
      ]),
    )
    await refused(
      api.getCrossChainFulfillmentData({
        listings: [],
        fulfiller: { address: ada.address },
        payment: { chain: 'base', tokenAddress: zeroAddress },
      }),
    )
  })

  test('finds every path that it asks for served, or answered 501 and listed in the guide', async () => {
    const library = join(root, 'node_modules/@opensea/sdk/lib')
    const builders: Readonly<Record<string, unknown>> = createRequire(import.meta.url)(
      join(library, 'api/apiPaths.js'),
    )
    const called = Object.entries(builders).flatMap(([name, build]) =>
      typeof build === 'function' && name !== 'segment'
        ? [decodeURIComponent(build(...Array.from({ length: build.length }, () => '{}')))]
        : [],
    )
    // The calls of a profile that is signed in write their paths where they ask for them.
    const written = ['api/walletAuth.js', 'auth/index.js', 'auth/siwx.js'].flatMap((file) =>
      [...readFileSync(join(library, file), 'utf8').matchAll(/[`"](\/api\/v2\/[^`"?]+)/g)].map(
        ([, path = '']) => path.replaceAll(/\$\{\(0, apiPaths_1\.segment\)\(\w+\)\}/g, '{}'),
      ),
    )
    const served = allRoutes.map(
      ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:[a-zA-Z]+/g, '[^/]+')}$`, 'i'),
    )
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
    // Of protocols there is Seaport alone.
    const isServed = (path: string, method: string): boolean => {
      const called = `${method} ${path.replace('/orders/{}/{}/', '/orders/{}/seaport/')}`
      return served.some((route) => route.test(called))
    }
    const unserved = called.filter((path) => !methods.some((method) => isServed(path, method)))
    const guide = readFileSync(join(root, 'apps/docs/migrate/opensea-sdk.md'), 'utf8')
    expect(called.length - unserved.length).toBeGreaterThan(30)
    expect(written.length).toBeGreaterThan(30)
    expect(written.filter((path) => path.includes('$'))).toEqual([])
    const refuses = async (path: string, method: string): Promise<void> => {
      const response = await fetch(`${base}${path.replaceAll('{}', 'any')}`, { method })
      const { errors } = (await response.json()) as { errors: readonly string[] }
      expect([method, path, response.status]).toEqual([method, path, 501])
      expect(errors).toEqual([expect.stringMatching(/^[A-Z].+\.$/)])
    }
    for (const path of new Set([...unserved, ...written]))
      await Promise.all(
        methods.filter((method) => !isServed(path, method)).map((method) => refuses(path, method)),
      )
    for (const path of unserved)
      expect(guide).toContain(`\`${path.replace('/api/v2/', '').replaceAll('{}', '…')}\``)
  })

  test('runs the example of the guide', async () => {
    const asset = await token(ada)
    await sdkOf(ben).wrapEth({ amountInEth: 1, accountAddress: ben.address })
    process.env.PROVIDER_URL = base
    const wallets = { seller: sdkWallet(market, ada), bidder: sdkWallet(market, ben) }
    const { listing, offer, best } = await trade(publicClient, wallets, asset)
    delete process.env.PROVIDER_URL
    expect(best.orderHash).toBe(listing.orderHash)
    for (const order of [listing, offer!]) expect(await statusOf(sdkOf(ada), order)).toBe('CANCELLED')
  })

  test('is answered in the shapes of the types that it publishes', () => {
    const source = [
      `import type { Camelize, OpenSeaAPI } from '@opensea/sdk'`,
      `import type { CollectionPaginatedResponse, NftListResponse } from '@opensea/api-types'`,
      // A list shows less than the type of one token or collection says that the SDK gives it, as OpenSea describes it.
      'type Lists = {',
      ...['Collection', 'Contract', 'Account'].map((of) => `getNFTsBy${of}: Camelize<NftListResponse>`),
      'getCollections: Camelize<CollectionPaginatedResponse>',
      '}',
      'type Answer<M extends keyof OpenSeaAPI> = M extends keyof Lists ? Lists[M] : OpenSeaAPI[M] extends (...args: never[]) => Promise<infer A> ? A : never',
      'type Deep<T> = T extends string ? Text<T> : T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T',
      // A member of an enum is written as its text.
      `type Text<T extends string> = \`\${T}\``,
      'const is = <M extends keyof OpenSeaAPI>() => <const V extends Deep<Answer<M>>>(value: V): V => value',
      ...answers.map(([method, answer]) => `is<'${method}'>()(${JSON.stringify(answer)})`),
    ]
    const wrong = typeErrors(source.join('\n'))
      .map(({ line, message }) => `${source[line]?.slice(0, 40)}: ${message}`)
      .filter((one) => !impreciseTypes.test(one))
    expect(faults).toEqual([])
    expect(answers.length).toBeGreaterThan(25)
    expect(wrong).toEqual([])
  })
})
