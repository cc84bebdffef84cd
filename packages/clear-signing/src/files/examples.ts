import {
  buildBid,
  buildListing,
  bulkTypedData,
  type OrderComponents,
  orderTypedData,
  type SeaportVersion,
  seaportAbi,
  seaportAddress,
  seaportDomain,
  type TypedData,
} from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, zeroAddress, zeroHash } from 'viem'
import type { Names } from '../render/writeValue.ts'

/** What the examples trade, with real contracts of Ethereum. */
const weth: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const collection: Address = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const editions: Address = '0x495f947276749ce646f68ac8c248420045cb7b5e'
const maker: Address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const marketplace: Address = '0x0000a26b00c1f0df003000390027140000faa719'
const artist: Address = '0xa858ddc0445d8131dac4d1de01f834ffcba52ef1'

const coin = 10n ** 18n
const usdcUnit = 10n ** 6n
const signature: Hex = `0x${'ab'.repeat(64)}1b`

/** Tokens of the examples, as a test runner of the registry is given them. */
export const tokensOfExamples = {
  [weth]: { symbol: 'WETH', decimals: 18, name: 'Wrapped Ether' },
  [usdc]: { symbol: 'USDC', decimals: 6, name: 'USD Coin' },
}
/** What a wallet on Ethereum knows that knows those tokens. */
export const namesOfExamples: Names = {
  nativeCoin: { symbol: 'ETH', decimals: 18 },
  tokens: new Map(Object.entries(tokensOfExamples)),
}

const common = {
  maker,
  fees: [
    { recipient: marketplace, bps: 250 },
    { recipient: artist, bps: 500 },
  ],
  startTime: 1_788_220_800n,
  endTime: 1_790_812_800n,
  salt: 1n,
  conduitKey: zeroHash,
  counter: 0n,
  quantity: 1n,
}
const listing: OrderComponents = buildListing({
  ...common,
  gross: coin,
  currency: zeroAddress,
  token: collection,
  tokenId: 1036n,
  kind: 'erc721',
})
const falling: OrderComponents = buildListing({
  ...common,
  gross: 2n * coin,
  endGross: coin,
  currency: zeroAddress,
  token: collection,
  tokenId: 7n,
  kind: 'erc721',
})
const editionsListing: OrderComponents = buildListing({
  ...common,
  gross: 250n * usdcUnit,
  currency: usdc,
  quantity: 10n,
  token: editions,
  tokenId: 42n,
  kind: 'erc1155',
})
const bid: OrderComponents = buildBid({
  ...common,
  gross: 3n * coin,
  currency: weth,
  target: { kind: 'erc721', token: collection, tokenId: 9n },
})
const collectionBid: OrderComponents = buildBid({
  ...common,
  gross: (5n * coin) / 2n,
  currency: weth,
  target: { kind: 'erc721', token: collection, root: 0n },
})

const parametersOf = ({ counter: _, ...order }: OrderComponents) => ({
  ...order,
  totalOriginalConsiderationItems: BigInt(order.consideration.length),
})
const signed = (order: OrderComponents) => ({ parameters: parametersOf(order), signature })
const advanced = (order: OrderComponents, numerator = 1n, denominator = 1n) => ({
  ...signed(order),
  numerator,
  denominator,
  extraData: '0x' as Hex,
})
const basic = (order: OrderComponents, basicOrderType: number) => {
  const [given] = order.offer
  const [asked, ...others] = order.consideration
  if (given === undefined || asked === undefined) throw new Error('An example has an empty order.')
  return {
    considerationToken: asked.token,
    considerationIdentifier: asked.identifierOrCriteria,
    considerationAmount: asked.startAmount,
    offerer: order.offerer,
    zone: order.zone,
    offerToken: given.token,
    offerIdentifier: given.identifierOrCriteria,
    offerAmount: given.startAmount,
    basicOrderType,
    startTime: order.startTime,
    endTime: order.endTime,
    zoneHash: order.zoneHash,
    salt: order.salt,
    offererConduitKey: order.conduitKey,
    fulfillerConduitKey: zeroHash,
    totalOriginalAdditionalRecipients: BigInt(others.length),
    additionalRecipients: others.map(({ startAmount, recipient }) => ({ amount: startAmount, recipient })),
    signature,
  }
}

const chosen = { orderIndex: 0n, side: 1, index: 0n, identifier: 3n, criteriaProof: [] }
const single = (orderIndex: bigint, itemIndex: bigint) => [{ orderIndex, itemIndex }]
const groups = [single(0n, 0n), single(1n, 0n)]
const pair = { offerComponents: single(0n, 0n), considerationComponents: single(1n, 0n) }

type Example = { readonly description: string; readonly data: Hex; readonly value: bigint }
type Encoding = Parameters<typeof encodeFunctionData<typeof seaportAbi>>[0]
const call = (description: string, encoding: Encoding, value = 0n): Example => ({
  description,
  data: encodeFunctionData(encoding),
  value,
})

/** A call of each function. */
export const exampleCalls = (): readonly Example[] => {
  const abi = seaportAbi
  return [
    call(
      'Buy an ERC-721 token for ETH',
      { abi, functionName: 'fulfillBasicOrder_efficient_6GL6yc', args: [basic(listing, 0)] },
      coin,
    ),
    call('Sell an ERC-721 token for WETH', {
      abi,
      functionName: 'fulfillBasicOrder',
      args: [basic(bid, 16)],
    }),
    call(
      'Buy by a whole order',
      { abi, functionName: 'fulfillOrder', args: [signed(listing), zeroHash] },
      coin,
    ),
    call('Buy 4 of 10 editions for USDC, for somebody else', {
      abi,
      functionName: 'fulfillAdvancedOrder',
      args: [advanced(editionsListing, 4n, 10n), [], zeroHash, artist],
    }),
    call('Accept an offer for any token of a collection', {
      abi,
      functionName: 'fulfillAdvancedOrder',
      args: [advanced(collectionBid), [chosen], zeroHash, zeroAddress],
    }),
    call(
      'Buy two tokens, whichever is there',
      {
        abi,
        functionName: 'fulfillAvailableOrders',
        args: [[signed(listing), signed(falling)], groups, groups, zeroHash, 2n],
      },
      3n * coin,
    ),
    call(
      'Buy two tokens by advanced orders',
      {
        abi,
        functionName: 'fulfillAvailableAdvancedOrders',
        args: [[advanced(listing), advanced(falling)], [], groups, groups, zeroHash, zeroAddress, 2n],
      },
      3n * coin,
    ),
    call('Match an offer with a listing', {
      abi,
      functionName: 'matchOrders',
      args: [[signed(bid), signed(listing)], [pair]],
    }),
    call('Match an offer for a collection with a listing', {
      abi,
      functionName: 'matchAdvancedOrders',
      args: [[advanced(collectionBid), advanced(listing)], [chosen], [pair], zeroAddress],
    }),
    call('Cancel two orders', { abi, functionName: 'cancel', args: [[listing, bid]] }),
    call('Publish an order without a signature', {
      abi,
      functionName: 'validate',
      args: [[signed(listing)]],
    }),
    call('Cancel all orders at once', { abi, functionName: 'incrementCounter' }),
  ]
}

/** A message of each kind. */
export const exampleMessages = (
  version: SeaportVersion,
): readonly { readonly description: string; readonly signed: TypedData }[] => {
  const domain = seaportDomain(1, version, seaportAddress[version])
  return [
    { description: 'List an ERC-721 token for ETH', signed: orderTypedData(domain, listing) },
    { description: 'List at a falling price', signed: orderTypedData(domain, falling) },
    { description: 'List ten editions for USDC', signed: orderTypedData(domain, editionsListing) },
    { description: 'Offer WETH for one token', signed: orderTypedData(domain, bid) },
    {
      description: 'Offer WETH for any token of a collection',
      signed: orderTypedData(domain, collectionBid),
    },
    { description: 'List two tokens by one signature', signed: bulkTypedData(domain, [listing, falling]) },
    {
      description: 'Three orders by one signature, one leaf empty',
      signed: bulkTypedData(domain, [listing, falling, bid]),
    },
  ]
}
