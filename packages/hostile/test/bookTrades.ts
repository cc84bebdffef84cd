import { acceptOffers, buyTokens, type Client, type Run } from '@sluice/core'
import {
  bulkSignature,
  bulkTree,
  bulkTypedData,
  criteriaRoot,
  erc721Abi,
  type OrderComponents,
  seaportDomain,
  zeroAddress,
  zeroHash,
} from '@sluice/seaport'
import { type Address, type Hex, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { fundBidder, listingElsewhere, offerElsewhere, putElsewhere } from './elsewhere.ts'
import { rpc, type World } from './world.ts'

const eth = 10n ** 18n
const mintAbi = parseAbi([
  'function mint(address to, uint256 count)',
  'function mint(address to, uint256 id, uint256 amount)',
])
/** Who makes the orders of the other book, and who trades with them. */
const [maker, taker] = [4, 2]

/** A trade with an order of the other book, by our client through our provider, on the real contracts. */
export type BookTrade = {
  readonly name: string
  readonly action: 'buy' | 'sell'
  /** Puts the order into the other book, and trades. */
  readonly start: (world: World, client: Client) => Promise<Run>
}

async function mint(world: World, to: number, count = 1, address = world.context.nft): Promise<bigint> {
  const account = world.accounts[to]?.address as Address
  const { logs } = await world
    .writer(to)
    .write({ address, abi: mintAbi, functionName: 'mint', args: [account, BigInt(count)] })
  return BigInt(logs.at(-count)?.topics[3] ?? 0)
}

async function mintUnits(
  world: World,
  to: number,
  amount: bigint,
  address = world.context.editions,
): Promise<bigint> {
  const account = world.accounts[to]?.address as Address
  const id = BigInt(Math.floor(performance.now() * 1_000))
  await world.writer(to).write({
    address,
    abi: mintAbi,
    functionName: 'mint',
    args: [account, id, amount],
  })
  return id
}

/** The collections that enforce their royalties, and what an order of them pays. */
function creatorTokensOf({ creatorTokens }: World) {
  if (creatorTokens === undefined) throw new Error('There are no collections that enforce their royalties.')
  const { erc721, erc1155, artist, royaltyBps } = creatorTokens
  return { erc721, erc1155, fees: [{ recipient: artist, bps: royaltyBps }] }
}

/** Lets the conduit, and Seaport itself, move what the maker lists or offers. */
export async function prepareMaker(world: World): Promise<void> {
  const { context, writer } = world
  const { erc721, erc1155 } = creatorTokensOf(world)
  await fundBidder(world, maker)
  for (const token of [context.nft, context.editions, erc721, erc1155])
    for (const operator of [context.conduit, context.seaport])
      await writer(maker).write({
        address: token,
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [operator, true],
      })
}

type Listed = Parameters<typeof listingElsewhere>[2]
type Put = Parameters<typeof putElsewhere>[3]

const buying =
  (world: World, client: Client) =>
  (
    items: Parameters<typeof buyTokens>[1]['items'],
    options: Parameters<typeof buyTokens>[1]['options'] = {},
  ) =>
    buyTokens(client, { wallet: world.victim(taker), items, options, confirm: () => true })

/** A purchase of a new token that is listed on the terms given. */
const listing = (name: string, terms: (world: World) => Listed, more: Put = {}): BookTrade => ({
  name,
  action: 'buy',
  start: async (world, client) => {
    const { token = world.context.nft, ...rest } = terms(world)
    const tokenId = await mint(world, maker, 1, token)
    await putElsewhere(world, maker, listingElsewhere(world, maker, { token, tokenId, ...rest }), more)
    return buying(world, client)([{ token: `${token}:${tokenId}` }])
  },
})

/** A sale of a new token into an offer for it. */
const offer = (
  name: string,
  terms: (world: World, tokenId: bigint) => Parameters<typeof offerElsewhere>[2],
  more: (tokenId: bigint) => Put = () => ({}),
  collection: (world: World) => Address = ({ context }) => context.nft,
): BookTrade => ({
  name,
  action: 'sell',
  start: async (world, client) => {
    const token = collection(world)
    const tokenId = await mint(world, taker, 1, token)
    const components = offerElsewhere(world, maker, terms(world, tokenId))
    const orderId = await putElsewhere(world, maker, components, more(tokenId))
    const items = [{ token: `${token}:${tokenId}`, orderId }]
    return acceptOffers(client, { wallet: world.victim(taker), items, confirm: () => true })
  },
})

const rest = (tokenId: bigint): readonly bigint[] => [tokenId, tokenId + 1_000_000n, tokenId + 2_000_000n]
const ofOne = (world: World, tokenId: bigint) =>
  ({ target: { kind: 'erc721', token: world.context.nft, tokenId } }) as const

/** Every form of order that the other book has for trades of one token for one currency. */
export const bookTrades: readonly BookTrade[] = [
  listing('a listing in its zone', () => ({})),
  listing('a listing that no zone restricts', () => ({ zone: zeroAddress })),
  listing('a private listing', ({ accounts }) => ({ taker: accounts[taker]?.address as Address })),
  listing('a listing with two fees', ({ accounts, context }) => ({
    fees: [
      { recipient: context.receiver, bps: 100 },
      { recipient: accounts[0]?.address as Address, bps: 500 },
    ],
  })),
  listing('a price that falls', () => ({ gross: 2n * eth, endGross: eth })),
  listing('a listing in wrapped coin', ({ context }) => ({ currency: context.weth, gross: eth / 10n })),
  listing('a listing in dollars', ({ context }) => ({ currency: context.usdc, gross: 5_000_000n })),
  listing('a listing without a conduit', () => ({ conduitKey: zeroHash })),
  listing('a listing of a collection that enforces its royalties', (world) => {
    const { erc721, fees } = creatorTokensOf(world)
    return { token: erc721, fees }
  }),
  listing('a listing on the older Seaport', () => ({ zone: zeroAddress }), { version: '1.5' }),
  {
    name: 'a listing that was signed with others',
    action: 'buy',
    start: async (world, client) => {
      const first = await mint(world, maker, 2)
      const orders = [first, first + 1n].map((tokenId) => listingElsewhere(world, maker, { tokenId }))
      const signature = await signTogether(world, orders, 1)
      await putElsewhere(world, maker, orders[1] as OrderComponents, { signature })
      return buying(world, client)([{ token: `${world.context.nft}:${first + 1n}` }])
    },
  },
  {
    name: 'some units of an edition, and then the rest',
    action: 'buy',
    start: async (world, client) => {
      const tokenId = await mintUnits(world, maker, 5n)
      const { editions } = world.context
      const terms = { token: editions, tokenId, kind: 'erc1155', quantity: 5n, gross: 5n * eth } as const
      await putElsewhere(world, maker, listingElsewhere(world, maker, terms))
      const items = (quantity: number) => [{ token: `${editions}:${tokenId}`, quantity }]
      const buy = buying(world, client)
      await buy(items(2)).result()
      return buy(items(3))
    },
  },
  {
    name: 'units of an edition that enforces its royalties',
    action: 'buy',
    start: async (world, client) => {
      const { erc1155: token, fees } = creatorTokensOf(world)
      const tokenId = await mintUnits(world, maker, 3n, token)
      const terms = { token, tokenId, fees, kind: 'erc1155', quantity: 3n, gross: 3n * eth } as const
      await putElsewhere(world, maker, listingElsewhere(world, maker, terms))
      return buying(world, client)([{ token: `${token}:${tokenId}`, quantity: 2 }])
    },
  },
  {
    name: 'two listings at once, beside another one',
    action: 'buy',
    start: async (world, client) => {
      const first = await mint(world, maker, 3)
      const ids = [first, first + 1n, first + 2n]
      await Promise.all(
        ids.map((tokenId, index) =>
          putElsewhere(
            world,
            maker,
            listingElsewhere(world, maker, { tokenId, ...(index === 2 ? { zone: zeroAddress } : {}) }),
          ),
        ),
      )
      return buying(world, client)(ids.map((id) => ({ token: `${world.context.nft}:${id}` })))
    },
  },
  {
    name: 'two listings in part, where one of them may be gone',
    action: 'buy',
    start: async (world, client) => {
      const first = await mint(world, maker, 2)
      const ids = [first, first + 1n]
      for (const tokenId of ids) await putElsewhere(world, maker, listingElsewhere(world, maker, { tokenId }))
      const items = ids.map((id) => ({ token: `${world.context.nft}:${id}` }))
      return buying(world, client)(items, { partial: true })
    },
  },
  offer('an offer for one token', ofOne),
  offer('an offer that no zone restricts', (world, tokenId) => ({
    ...ofOne(world, tokenId),
    zone: zeroAddress,
  })),
  offer('an offer with a fee', (world, tokenId) => ({
    ...ofOne(world, tokenId),
    fees: [{ recipient: world.context.receiver, bps: 250 }],
  })),
  offer(
    'an offer for a token of a collection that enforces its royalties',
    (world, tokenId) => {
      const { erc721, fees } = creatorTokensOf(world)
      return { fees, target: { kind: 'erc721', token: erc721, tokenId } }
    },
    () => ({}),
    (world) => creatorTokensOf(world).erc721,
  ),
  offer('an offer for any token of a collection', () => ({})),
  offer(
    'an offer for tokens with a trait',
    () => ({}),
    (tokenId) => ({ tokenIds: rest(tokenId) }),
  ),
  offer(
    'an offer for tokens that it proves',
    ({ context }, tokenId) => ({
      zone: zeroAddress,
      target: { kind: 'erc721', token: context.nft, root: BigInt(criteriaRoot(rest(tokenId))) },
    }),
    (tokenId) => ({ tokenIds: rest(tokenId) }),
  ),
  {
    name: 'an offer for several units, in part',
    action: 'sell',
    start: async (world, client) => {
      const tokenId = await mintUnits(world, taker, 2n)
      const { editions } = world.context
      const terms = {
        quantity: 4n,
        gross: 4n * eth,
        target: { kind: 'erc1155', token: editions, tokenId },
      } as const
      const orderId = await putElsewhere(world, maker, offerElsewhere(world, maker, terms))
      const items = [{ token: `${editions}:${tokenId}`, quantity: 2, orderId }]
      return acceptOffers(client, { wallet: world.victim(taker), items, confirm: () => true })
    },
  },
]

/** A signature over several orders, in its form for the one at `index`. */
async function signTogether(
  { accounts, context }: World,
  orders: readonly OrderComponents[],
  index: number,
): Promise<Hex> {
  const typed = bulkTypedData(seaportDomain(context.chainId, '1.6'), orders)
  const account = privateKeyToAccount(accounts[maker]?.privateKey as Hex)
  const signature = await account.signTypedData(typed as never)
  return bulkSignature(signature, index, bulkTree(orders).proof(index))
}

/** What the taker holds and has, as text: a trade that was done changes it. */
async function holdingsOf(world: World): Promise<string> {
  return world.holdings(world.accounts[taker]?.address as Address)
}

/** Trades once. @returns what is wrong; nothing where the trade was done. */
export async function carryOut(world: World, trade: BookTrade): Promise<string | undefined> {
  const client = world.client(true)
  const before = await holdingsOf(world)
  const { status, error } = await (await trade.start(world, client)).done
  await rpc(world.chain.rpcUrl, 'evm_mine')
  if (status !== 'complete') return `${status}: ${error?.code} ${error?.message}`
  return (await holdingsOf(world)) === before ? 'said to be complete, and nothing moved' : undefined
}
