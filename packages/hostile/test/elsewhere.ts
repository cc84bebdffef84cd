import type { OpenSeaStandIn } from '@sluice/devnet'
import {
  buildBid,
  buildListing,
  erc20Abi,
  type OrderComponents,
  orderShape,
  orderTypedData,
  seaportDomain,
  wrappedNativeAbi,
} from '@sluice/seaport'
import { type Hex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { World } from './world.ts'

type Listing = Parameters<typeof buildListing>[0]
type Bid = Parameters<typeof buildBid>[0]
type StandInOrder = Parameters<OpenSeaStandIn['add']>[0]

/** Terms that orders of the other book have in common: in its zone, without fees, for a day. */
const common = ({ accounts, book, context }: World, maker: number) => {
  const now = BigInt(Math.floor(Date.now() / 1000))
  return {
    maker: accounts[maker]?.address as Hex,
    quantity: 1n,
    fees: [],
    zone: book.zone,
    counter: 0n,
    startTime: now - 600n,
    endTime: now + 86_400n,
    conduitKey: context.conduitKey,
    salt: BigInt(Math.floor(performance.now() * 1_000)),
  }
}

/** A listing for the other book, of one ETH. */
export const listingElsewhere = (world: World, maker: number, more: Partial<Listing>): OrderComponents =>
  buildListing({
    ...common(world, maker),
    token: world.context.nft,
    tokenId: 1n,
    kind: 'erc721',
    gross: 10n ** 18n,
    currency: zeroAddress,
    ...more,
  })

/** An offer for the other book, of one wrapped coin for any token of the first collection. */
export const offerElsewhere = (world: World, maker: number, more: Partial<Bid> = {}): OrderComponents =>
  buildBid({
    ...common(world, maker),
    gross: 10n ** 18n,
    currency: world.context.weth,
    target: { kind: 'erc721', token: world.context.nft, root: 0n },
    ...more,
  })

/** Gives an account wrapped coin that the conduit may move. */
export async function fundBidder({ context, writer }: World, maker: number): Promise<void> {
  const { write } = writer(maker)
  const amount = 20n * 10n ** 18n
  await write({ address: context.weth, abi: wrappedNativeAbi, functionName: 'deposit', value: amount })
  await write({
    address: context.weth,
    abi: erc20Abi,
    functionName: 'approve',
    args: [context.conduit, amount],
  })
}

/** Signs an order, puts it into the other book, and waits until our provider has it. */
export async function putElsewhere(
  world: World,
  maker: number,
  components: OrderComponents,
  more: Pick<StandInOrder, 'version' | 'tokenIds'> & { readonly signature?: Hex } = {},
): Promise<Hex> {
  const { accounts, book, context, provider } = world
  const typed = orderTypedData(seaportDomain(context.chainId, more.version ?? '1.6'), components)
  const account = privateKeyToAccount(accounts[maker]?.privateKey as Hex)
  const signature = more.signature ?? (await account.signTypedData(typed as never))
  const id = book.add({ ...more, components, signature })
  const list = orderShape(components)?.side === 'bid' ? 'bids/v6' : 'asks/v5'
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const response = await fetch(`${provider}/orders/${list}?ids=${id}`)
    const { orders } = (await response.json()) as { orders: readonly { readonly status: string }[] }
    if (orders[0]?.status === 'active') return id
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error('The provider does not have the order of the other book.')
}
