import { type LocalAccount, type LocalChain, localAccounts, rpc, startChain, writerOf } from '@sluice/devnet'
import { createRandom } from '@sluice/hostile'
import {
  buildBid,
  buildListing,
  cancelOrders,
  erc20Abi,
  erc721Abi,
  ItemType,
  lowerHex,
  type OrderComponents,
  orderTypedData,
  type SeaportVersion,
  type SignedOrder,
  seaportDomain,
  wrappedNativeAbi,
  zeroAddress,
  zeroHash,
} from '@sluice/seaport'
import { type Address, type Hex, parseAbi, parseEther } from 'viem'

/** The chain's id: OpenSea's SDK trades only on chains that it knows. */
const chainId = 8453
/** Where that chain has its wrapped coin. */
const wrapped: Address = '0x4200000000000000000000000000000000000006'

const zone: Address = `0x${'5e'.repeat(20)}`
/** Code that answers every call with the selector of `validateOrder`, which is a zone's consent in Seaport 1.5. */
const permitAll = '0x6317b1f94260e01b60005260206000f3'

const mint721 = parseAbi(['function mint(address to, uint256 count)'])
const mint20 = parseAbi(['function mint(address to, uint256 amount)'])
const each = 10
const dearAmount = 5_000_000_000n

/** What the user wants. It is the same for all clients, and every lie is measured by it. */
export type Intents = {
  readonly buy: { readonly collection: Address; readonly tokenId: bigint; readonly price: bigint }
  /** To accept the offer for a token of the user; the price is in the wrapped coin, and there are no fees. */
  readonly sell: { readonly collection: Address; readonly tokenId: bigint; readonly price: bigint }
  readonly transfer: {
    readonly collection: Address
    readonly tokenId: bigint
    readonly recipient: Address
  }
  readonly list: {
    readonly collection: Address
    readonly tokenId: bigint
    readonly price: bigint
    /** Unix seconds. */
    readonly startTime: bigint
    /** Unix seconds. */
    readonly endTime: bigint
  }
  /** An exact amount of `pay` for at least `atLeast` of `get`, delivered to the user. Base units. */
  readonly swap: {
    readonly pay: Address
    readonly amount: bigint
    readonly get: Address
    readonly atLeast: bigint
  }
}

export type Scene = {
  readonly chain: LocalChain
  readonly seed: number
  readonly user: Address
  readonly seller: Address
  /** An account that no intent names. It has no code. */
  readonly stranger: Address
  /** Keys of the accounts above: public keys of a development chain. */
  readonly keyOf: (account: Address) => Hex
  readonly wrapped: Address
  readonly usdc: Address
  /** A collection of which the user owns `ownedElsewhere` and that no intent names. */
  readonly otherCollection: Address
  readonly ownedElsewhere: bigint
  readonly intents: Intents
  /** The seller's listing of the token that the user wants. */
  readonly listing: SignedOrder
  /** The stranger's listing of another token of that collection, for the same price. */
  readonly otherListing: SignedOrder
  /** The stranger's listing of a token of another collection, for the same price. */
  readonly foreignListing: SignedOrder
  /** A listing of the wanted token that its maker cancelled on the chain. */
  readonly cancelledListing: SignedOrder
  /** The seller's offer for the token that the user sells. */
  readonly offer: SignedOrder
  /** The stranger's offer for that token, of a thousandth of the price. */
  readonly poorOffer: SignedOrder
  /** The stranger's offer for a token that the user does not sell, at the price. */
  readonly foreignOffer: SignedOrder
  /** An offer for that token that its maker cancelled on the chain. */
  readonly cancelledOffer: SignedOrder
  /** Orders of the seller that exchange one currency for another. Swaps fill them. */
  readonly exchanges: {
    /** As the user wants it. */
    readonly wanted: SignedOrder
    /** Takes `dearAmount` of the same currency for as much. */
    readonly dear: SignedOrder
    /** Takes another currency of the user. */
    readonly otherPaid: SignedOrder
    /** Gives another currency than wanted. */
    readonly otherReceived: SignedOrder
  }
  /** Base units of the currency that the user pays; the user has twice as much. */
  readonly dearAmount: bigint
  readonly sign: (components: OrderComponents, version?: SeaportVersion) => Promise<Hex>
  /** A zone that permits every order, in the role of a marketplace's own. */
  readonly zone: Address
  /** The same order as marketplaces on Seaport 1.5 make it: in that zone, without a conduit. */
  readonly zoned: (components: OrderComponents) => OrderComponents
  /** Puts the chain back to how it was when the scene opened. */
  readonly reset: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Opens a local chain with the real Seaport and everything that the intents and the lies are about. */
export async function openScene(seed: number): Promise<Scene> {
  const chain = await startChain({ chainId, releasedConduit: true })
  try {
    return await prepareScene(chain, seed)
  } catch (cause) {
    await chain.stop()
    throw cause
  }
}

/** Gives an account tokens and money. `approves` lets the conduit and Seaport 1.5 move them. */
async function equip(
  chain: LocalChain,
  { address: account, privateKey }: Pick<LocalAccount, 'address' | 'privateKey'>,
  approves: boolean,
): Promise<void> {
  const { conduit, seaport15, usdc, collections } = chain.contracts
  const operators = approves ? [conduit, seaport15] : []
  const { write } = writerOf(chain, privateKey)
  for (const { address } of collections.slice(0, 2)) {
    await write({ address, abi: mint721, functionName: 'mint', args: [account, BigInt(each)] })
    for (const operator of operators)
      await write({ address, abi: erc721Abi, functionName: 'setApprovalForAll', args: [operator, true] })
  }
  await write({ address: usdc, abi: mint20, functionName: 'mint', args: [account, 2n * dearAmount] })
  await write({ address: wrapped, abi: wrappedNativeAbi, functionName: 'deposit', value: parseEther('20') })
  for (const address of [wrapped, usdc])
    for (const spender of operators)
      await write({ address, abi: erc20Abi, functionName: 'approve', args: [spender, parseEther('20')] })
}

async function prepareScene(chain: LocalChain, seed: number): Promise<Scene> {
  const { contracts, rpcUrl } = chain
  const { below: random } = createRandom(seed)
  const accounts = localAccounts()
  const [user, seller, friend, stranger] = [0, 1, 2, 8].map((index) => accounts[index]!.address) as [
    Address,
    Address,
    Address,
    Address,
  ]
  const keyOf = (account: Address) => accounts.find(({ address }) => address === account)!.privateKey
  const [collection, otherCollection] = contracts.collections.map(({ address }) => lowerHex(address)) as [
    Address,
    Address,
  ]
  await rpc(rpcUrl, 'anvil_setCode', [
    wrapped,
    await rpc<Hex>(rpcUrl, 'eth_getCode', [contracts.weth, 'latest']),
  ])
  const usdc = lowerHex(contracts.usdc)
  for (const account of [seller, user, stranger])
    await equip(chain, { address: account, privateKey: keyOf(account) }, account !== user)
  const sellerWriter = writerOf(chain, keyOf(seller))
  const sign = (components: OrderComponents, version: SeaportVersion = '1.6'): Promise<Hex> =>
    writerOf(chain, keyOf(components.offerer)).account.signTypedData(
      orderTypedData(seaportDomain(chainId, version), components) as never,
    )
  await rpc(rpcUrl, 'anvil_setCode', [zone, permitAll])
  const zoned = (components: OrderComponents): OrderComponents => ({
    ...components,
    orderType: 2,
    zone,
    conduitKey: zeroHash,
  })
  const signed = async (components: OrderComponents): Promise<SignedOrder> => ({
    components,
    signature: await sign(components),
  })
  const { timestamp } = await sellerWriter.reads.getBlock()
  const startTime = timestamp - 60n
  const endTime = startTime + 7n * 86_400n
  const price = BigInt(500 + random(1_000)) * 10n ** 15n
  /** The tokens of the first account are 1 to 10, of the second 11 to 20, of the third 21 to 30. */
  const tokenOf = (owner: 0 | 1 | 2) => BigInt(owner * each + 2 + random(each - 2))
  const wanted = tokenOf(0)
  /** What listings and offers have in common, with a salt of its own for each. */
  const termsOf = (maker: Address, currency: Address, gross: bigint) => ({
    maker,
    currency,
    gross,
    quantity: 1n,
    fees: [],
    startTime,
    endTime,
    salt: BigInt(random(2 ** 31)),
    conduitKey: contracts.conduitKey,
    counter: 0n,
  })
  const listingOf = (maker: Address, token: Address, tokenId: bigint) =>
    buildListing({ ...termsOf(maker, zeroAddress, price), token, tokenId, kind: 'erc721' })
  const cancelOnBoth = async ({ components }: SignedOrder): Promise<void> => {
    await sellerWriter.send(cancelOrders(contracts.seaport, [components]))
    await sellerWriter.send(cancelOrders(contracts.seaport15, [zoned(components)]))
  }
  const cancelledListing = await signed(listingOf(seller, collection, wanted))
  await cancelOnBoth(cancelledListing)
  const sold = tokenOf(1)
  const ownedElsewhere = tokenOf(1)
  const offerOf = (maker: Address, token: Address, tokenId: bigint, gross: bigint) =>
    buildBid({ ...termsOf(maker, wrapped, gross), target: { kind: 'erc721', token, tokenId } })
  const cancelledOffer = await signed(offerOf(seller, collection, sold, price))
  await cancelOnBoth(cancelledOffer)
  const amount = BigInt(50 + random(100)) * 1_000_000n
  const atLeast = (amount * 10n ** 12n) / 4_000n
  const exchangeOf = (given: Address, gets: bigint, paid: Address, pays: bigint) => {
    const item = (token: Address, amount: bigint) => ({
      itemType: ItemType.erc20,
      token,
      identifierOrCriteria: 0n,
      startAmount: amount,
      endAmount: amount,
    })
    return signed({
      ...listingOf(seller, collection, wanted),
      offer: [item(given, gets)],
      consideration: [{ ...item(paid, pays), recipient: seller }],
    })
  }
  const scene = {
    chain,
    seed,
    user,
    seller,
    stranger,
    keyOf,
    wrapped,
    usdc,
    otherCollection,
    ownedElsewhere,
    intents: {
      buy: { collection, tokenId: wanted, price },
      sell: { collection, tokenId: sold, price },
      transfer: { collection, tokenId: sold, recipient: friend },
      list: {
        collection,
        tokenId: sold,
        price: 2n * price,
        startTime,
        endTime,
      },
      swap: { pay: usdc, amount, get: wrapped, atLeast },
    },
    listing: await signed(listingOf(seller, collection, wanted)),
    otherListing: await signed(listingOf(stranger, collection, tokenOf(2))),
    foreignListing: await signed(listingOf(stranger, otherCollection, tokenOf(2))),
    cancelledListing,
    offer: await signed(offerOf(seller, collection, sold, price)),
    poorOffer: await signed(offerOf(stranger, collection, sold, price / 1000n)),
    foreignOffer: await signed(offerOf(stranger, otherCollection, ownedElsewhere, price)),
    cancelledOffer,
    exchanges: {
      wanted: await exchangeOf(wrapped, atLeast, usdc, amount),
      dear: await exchangeOf(wrapped, atLeast, usdc, dearAmount),
      otherPaid: await exchangeOf(wrapped, atLeast, wrapped, parseEther('5')),
      otherReceived: await exchangeOf(usdc, amount / 2n, usdc, amount),
    },
    dearAmount,
    sign,
    zone,
    zoned,
  }
  const state = { id: await rpc<Hex>(rpcUrl, 'evm_snapshot') }
  return {
    ...scene,
    reset: async () => {
      await rpc(rpcUrl, 'evm_revert', [state.id])
      state.id = await rpc<Hex>(rpcUrl, 'evm_snapshot')
    },
    stop: chain.stop,
  }
}
