import {
  type BidTerms,
  buildBid,
  buildListing,
  bulkTree,
  bulkTypedData,
  erc20Abi,
  erc721Abi,
  fulfil,
  type ListingTerms,
  type OrderComponents,
  orderHash,
  orderTypedData,
  seaportDomain,
} from '@sluice/seaport'
import { type Address, type Hex, keccak256, parseAbi, parseEther, parseUnits, toHex, zeroAddress } from 'viem'
import type { LocalAccount } from './accounts.ts'
import type { LocalChain } from './chain.ts'
import { postOrders } from './postOrders.ts'
import { type Writer, writerOf } from './writer.ts'

export type SeedOptions = {
  readonly chain: LocalChain
  readonly baseApiUrl: string
  readonly accounts: readonly LocalAccount[]
  /** Tokens of each ERC-721 collection. */
  readonly size: number
}

const mint721 = parseAbi(['function mint(address to, uint256 count)'])
const mint1155 = parseAbi(['function mint(address to, uint256 id, uint256 amount)'])
const day = 86_400n

/** A number below `max` that depends on its names alone: the same market at every start. */
function draw(max: number, ...names: readonly (string | number)[]): number {
  return Number(BigInt(keccak256(toHex(names.join('/')))) % BigInt(max))
}

type Trader = Writer & { readonly name: string; readonly address: Address }

/** What the seed made, for those who count. */
export type Seeded = { readonly orderIds: readonly Hex[] }

/** Makes owners, listings, offers and sales, all through real signatures and real transactions. */
export async function seedMarket(options: SeedOptions): Promise<Seeded> {
  const orderIds: Hex[] = []
  const { chain, accounts } = options
  const traders = accounts.slice(0, 6).map(
    (account): Trader => ({
      ...writerOf(chain, account.privateKey),
      name: account.name,
      address: account.address,
    }),
  )
  const [tidelines, orbits, prints] = chain.contracts.collections
  if (tidelines === undefined || orbits === undefined || prints === undefined)
    throw new Error('The chain lacks its collections.')
  const share = Math.ceil(options.size / traders.length)

  // Ids must not depend on timing: the owners of each collection mint one after the other.
  for (const collection of [tidelines, orbits])
    for (const trader of traders)
      await trader.write({
        address: collection.address,
        abi: mint721,
        functionName: 'mint',
        args: [trader.address, BigInt(share)],
      })
  for (let id = 1; id <= 6; id += 1)
    for (const [index, trader] of traders.entries())
      await trader.write({
        address: prints.address,
        abi: mint1155,
        functionName: 'mint',
        args: [trader.address, BigInt(id), BigInt(2 + draw(9, chain.id, id, index))],
      })

  const ownerOf = (tokenId: number): Trader => traders[Math.floor((tokenId - 1) / share)] as Trader
  const artist = accounts[6]?.address as Address
  await Promise.all(traders.map((trader) => approve(trader, chain)))

  const now = BigInt(Math.floor(Date.now() / 1000))
  for (const trader of traders) {
    const listings: OrderComponents[] = []
    for (const collection of [tidelines, orbits])
      for (let tokenId = 1; tokenId <= share * traders.length; tokenId += 1) {
        if (ownerOf(tokenId) !== trader || draw(3, chain.id, collection.name, tokenId, 'listed') === 0)
          continue
        const dollars = draw(7, chain.id, collection.name, tokenId, 'currency') === 0
        const price = 20 + draw(180, chain.id, collection.name, tokenId, 'price')
        listings.push(
          listing(chain, trader, now, {
            token: collection.address,
            tokenId: BigInt(tokenId),
            kind: 'erc721',
            quantity: 1n,
            gross: dollars ? parseUnits(String(price * 25), 6) : parseEther((price / 100).toFixed(2)),
            currency: dollars ? chain.contracts.usdc : zeroAddress,
            fees: collection === orbits ? [{ recipient: artist, bps: 500 }] : [],
          }),
        )
      }
    const id = 1 + draw(6, chain.id, trader.name, 'print')
    listings.push(
      listing(chain, trader, now, {
        token: prints.address,
        tokenId: BigInt(id),
        kind: 'erc1155',
        quantity: 2n,
        gross: parseEther('0.02') * BigInt(2 + draw(6, trader.name)),
        currency: zeroAddress,
        fees: [],
      }),
    )
    orderIds.push(...(await signAndPost(options, trader, listings)))
  }
  orderIds.push(...(await makeOffers(options, traders, now)), ...(await makeSales(options, traders)))
  return { orderIds }
}

/** Lets the conduit move what a trader sells and spends. */
async function approve(trader: Trader, chain: LocalChain): Promise<void> {
  const { collections, conduit, weth, usdc } = chain.contracts
  for (const { address } of collections)
    await trader.write({ address, abi: erc721Abi, functionName: 'setApprovalForAll', args: [conduit, true] })
  await trader.write({
    address: weth,
    abi: erc20Abi,
    functionName: 'approve',
    args: [conduit, parseEther('40')],
  })
  await trader.write({
    address: usdc,
    abi: erc20Abi,
    functionName: 'approve',
    args: [conduit, parseUnits('50000', 6)],
  })
}

const common = (chain: LocalChain, trader: Trader, now: bigint, salt: string) => ({
  maker: trader.address,
  startTime: now - 600n,
  endTime: now + 30n * day,
  salt: BigInt(keccak256(toHex(`${chain.id}/${trader.name}/${salt}`))),
  conduitKey: chain.contracts.conduitKey,
  counter: 0n,
})

type Lot = Pick<ListingTerms, 'token' | 'tokenId' | 'kind' | 'quantity' | 'gross' | 'currency' | 'fees'>
const listing = (chain: LocalChain, trader: Trader, now: bigint, lot: Lot): OrderComponents =>
  buildListing({ ...common(chain, trader, now, `list/${lot.token}/${lot.tokenId}`), ...lot })

/** One signature for all: a single order is signed alone, several under one bulk signature. */
async function signAndPost(
  options: SeedOptions,
  trader: Trader,
  orders: readonly OrderComponents[],
): Promise<readonly Hex[]> {
  const domain = seaportDomain(options.chain.id, '1.6')
  const [only] = orders
  if (only === undefined) return []
  const typed = orders.length === 1 ? orderTypedData(domain, only) : bulkTypedData(domain, orders)
  const signature = await trader.account.signTypedData({
    domain: typed.domain,
    types: typed.types,
    primaryType: typed.primaryType,
    message: typed.message,
  } as never)
  const tree = orders.length === 1 ? undefined : bulkTree(orders)
  await postOrders(
    options.baseApiUrl,
    signature,
    orders.map((order, index) => ({ order, proof: tree?.proof(index) })),
  )
  return orders.map((order) => orderHash(order))
}

async function makeOffers(
  options: SeedOptions,
  traders: readonly Trader[],
  now: bigint,
): Promise<readonly Hex[]> {
  const { chain } = options
  const orderIds: Hex[] = []
  for (const [index, trader] of traders.entries()) {
    const collection = chain.contracts.collections[index % 2]
    if (collection === undefined) continue
    const terms = (salt: string, gross: string, target: BidTerms['target']): BidTerms => ({
      ...common(chain, trader, now, salt),
      endTime: now + 7n * day,
      gross: parseEther(gross),
      currency: chain.contracts.weth,
      quantity: 1n,
      fees: [],
      target,
    })
    const token = { kind: 'erc721', token: collection.address } as const
    const orders = [
      buildBid(
        terms('offer/collection', (0.05 + draw(10, trader.name) / 100).toFixed(2), { ...token, root: 0n }),
      ),
      buildBid(
        terms('offer/token', (0.1 + draw(20, trader.name, 't') / 100).toFixed(2), {
          ...token,
          tokenId: BigInt(1 + ((index + 3) % 6) * 4),
        }),
      ),
    ]
    for (const order of orders) orderIds.push(...(await signAndPost(options, trader, [order])))
  }
  return orderIds
}

/** A few sales a collection, so that there is a history to look at. */
async function makeSales(options: SeedOptions, traders: readonly Trader[]): Promise<readonly Hex[]> {
  const orderIds: Hex[] = []
  const { chain } = options
  const now = BigInt(Math.floor(Date.now() / 1000))
  for (const [number, collection] of chain.contracts.collections.slice(0, 2).entries())
    for (let sale = 0; sale < 4; sale += 1) {
      const seller = traders[(sale + number) % traders.length] as Trader
      const buyer = traders[(sale + number + 2) % traders.length] as Trader
      const tokenId = await firstOwned(seller, collection.address, sale)
      const price = parseEther((0.15 + draw(60, chain.id, collection.name, sale) / 100).toFixed(2))
      const order = buildListing({
        ...common(chain, seller, now, `sale/${collection.address}/${sale}`),
        token: collection.address,
        tokenId,
        kind: 'erc721',
        quantity: 1n,
        gross: price,
        currency: zeroAddress,
        fees: [],
        taker: undefined,
      })
      const typed = orderTypedData(seaportDomain(chain.id, '1.6'), order)
      const signature = await seller.account.signTypedData({ ...typed } as never)
      await postOrders(options.baseApiUrl, signature, [{ order, proof: undefined }])
      orderIds.push(orderHash(order))
      const zero: Hex = `0x${'0'.repeat(64)}`
      await buyer.send(
        fulfil({ components: order, signature }, { seaport: chain.contracts.seaport, conduitKey: zero, now }),
      )
    }
  return orderIds
}

/** The `skip`-th token that a trader holds, in order of id. */
async function firstOwned(trader: Trader, contract: Address, skip: number): Promise<bigint> {
  let seen = 0
  for (let tokenId = 1n; tokenId <= 1000n; tokenId += 1n) {
    const owner = await trader.reads.readContract({
      address: contract,
      abi: erc721Abi,
      functionName: 'ownerOf',
      args: [tokenId],
    })
    if (owner.toLowerCase() !== trader.address) continue
    if (seen === skip % 2) return tokenId
    seen += 1
  }
  throw new Error(`${trader.name} holds no token to sell.`)
}
