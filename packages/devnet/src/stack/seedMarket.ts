import {
  type BidTerms,
  buildBid,
  buildListing,
  fulfill,
  type OrderComponents,
  orderHash,
  seaportAbi,
} from '@sluice/seaport'
import { type Hex, keccak256, parseEther, parseUnits, toHex, zeroAddress, zeroHash } from 'viem'
import { type LocalAccount, localAccount, localRoles } from '../contracts/accounts.ts'
import type { LocalCollection } from '../contracts/deploy.ts'
import { type Writer, writerOf } from '../contracts/writer.ts'
import { deterministicNumber } from '../seed/deterministicNumber.ts'
import { editionCount, extraIds, seedChain, tokensPerTrader, traderCount } from '../seed/seedChain.ts'
import type { LocalChain } from './localChain.ts'
import { signAndPost } from './postOrders.ts'

export type SeedOptions = {
  readonly chain: LocalChain
  readonly baseApiUrl: string
  readonly accounts: readonly LocalAccount[]
  /** Tokens of each ERC-721 collection. */
  readonly size: number
  /** Tokens of the first collection, if greater than `size`. A few hundred of them are listed. */
  readonly largest?: number | undefined
}

/** The orders that were created, for tests that count them. */
export type Seeded = { readonly orderIds: readonly Hex[] }

type Trader = Writer & LocalAccount & { readonly index: number }
type Market = SeedOptions & { readonly traders: readonly Trader[]; readonly now: bigint }

const day = 86_400n

/**
 * Creates owners, listings, offers and sales with real signatures and transactions. The orders depend only on the chain,
 * so that a second run adds none.
 */
export async function seedMarket(options: SeedOptions): Promise<Seeded> {
  const { chain, accounts, size, largest } = options
  await seedChain(chain.rpcUrl, chain.id, chain.contracts, { size, largest })
  const traders = accounts.slice(0, traderCount).map(
    (account, index): Trader => ({
      ...writerOf(chain, account.privateKey),
      ...account,
      index,
    }),
  )
  const market: Market = { ...options, traders, now: BigInt(Math.floor(chain.startedAt / 1000)) }
  const made = await Promise.all(
    traders.map(async (trader) => [
      ...(await post(market, trader, listingsOf(market, trader))),
      ...(await makeOffers(market, trader)),
      ...(await makeSales(market, trader)),
    ]),
  )
  return { orderIds: made.flat() }
}

/** Returns the ids that are minted to a trader. The last of them is reserved for the trader's sale. */
function ownIds({ size }: Market, trader: Trader): readonly number[] {
  const share = tokensPerTrader(size)
  return Array.from({ length: share }, (_, position) => trader.index * share + position + 1)
}

const isReserved = (market: Market, tokenId: number): boolean => tokenId % tokensPerTrader(market.size) === 0

function common({ chain, now }: Market, trader: Trader, salt: string, days: number) {
  return {
    maker: trader.address,
    startTime: now - 600n,
    endTime: now + BigInt(days) * day,
    salt: BigInt(keccak256(toHex(`${chain.id}/${trader.name}/${salt}`))),
    conduitKey: chain.contracts.conduitKey,
    counter: 0n,
  }
}

/** Returns the royalty of a collection as fees of an order. */
function royalty({ royaltyBps }: LocalCollection) {
  const recipient = localAccount(localRoles.artist).address
  return royaltyBps === undefined ? [] : [{ recipient, bps: royaltyBps }]
}

/** Maximum number of additional tokens of the largest collection that each trader lists. */
const maxExtras = 50

/** Returns some of a trader's additional tokens of the largest collection, evenly spread over their ids. */
function listedExtras({ size, largest = 0 }: Market, trader: Trader): readonly number[] {
  const { first, count } = extraIds(size, largest, trader.index)
  const listed = Math.min(maxExtras, count)
  return Array.from({ length: listed }, (_, index) => first + Math.floor((index * count) / listed))
}

/** Returns listings of about two thirds of a trader's tokens, most for ETH and some for USDC, and of some ERC-1155 units. */
function listingsOf(market: Market, trader: Trader): readonly OrderComponents[] {
  const { chain } = market
  const orders: OrderComponents[] = []
  for (const collection of chain.contracts.collections) {
    const lot = { token: collection.address, fees: royalty(collection) }
    const names = [chain.id, collection.name] as const
    if (collection.kind === 'erc1155') {
      const id = 1 + deterministicNumber(editionCount, ...names, trader.name, 'print')
      orders.push(
        buildListing({
          ...common(market, trader, `list/${collection.address}/${id}`, 14),
          ...lot,
          tokenId: BigInt(id),
          kind: 'erc1155',
          quantity: 2n,
          gross: parseEther('0.02') * BigInt(2 + deterministicNumber(6, trader.name)),
          currency: zeroAddress,
        }),
      )
      continue
    }
    const listed = ownIds(market, trader).filter(
      (id) => !isReserved(market, id) && deterministicNumber(3, ...names, id, 'listed') !== 0,
    )
    const isFirst = collection === chain.contracts.collections[0]
    for (const tokenId of [...listed, ...(isFirst ? listedExtras(market, trader) : [])]) {
      const dollars = deterministicNumber(7, ...names, tokenId, 'currency') === 0
      const price = 20 + deterministicNumber(180, ...names, tokenId, 'price')
      orders.push(
        buildListing({
          ...common(
            market,
            trader,
            `list/${collection.address}/${tokenId}`,
            7 + deterministicNumber(60, ...names, tokenId, 'days'),
          ),
          ...lot,
          tokenId: BigInt(tokenId),
          kind: 'erc721',
          quantity: 1n,
          gross: dollars ? parseUnits(String(price * 25), 6) : parseEther((price / 100).toFixed(2)),
          currency: dollars ? chain.contracts.usdc : zeroAddress,
        }),
      )
    }
  }
  return orders
}

/** Signs a trader's orders, posts them and returns their hashes. */
async function post(
  { chain, baseApiUrl }: Market,
  trader: Trader,
  orders: readonly OrderComponents[],
): Promise<readonly Hex[]> {
  if (orders.length === 0) return []
  await signAndPost(baseApiUrl, chain.id, trader, orders)
  return orders.map((order) => orderHash(order))
}

/** Makes an offer for any token of a collection and one for another trader's token, both in WETH. */
async function makeOffers(market: Market, trader: Trader): Promise<readonly Hex[]> {
  const { chain, size } = market
  const single = chain.contracts.collections.filter(({ kind }) => kind === 'erc721')
  const collection = single[trader.index % single.length]
  if (collection === undefined) return []
  const share = tokensPerTrader(size)
  const wanted = ((trader.index + 3) % traderCount) * share + 1
  const terms = (salt: string, gross: number, target: BidTerms['target']): BidTerms => ({
    ...common(market, trader, salt, 7),
    gross: parseEther((gross / 100).toFixed(2)),
    currency: chain.contracts.weth,
    quantity: 1n,
    fees: royalty(collection),
    target,
  })
  const token = { kind: 'erc721', token: collection.address } as const
  const orders = [
    buildBid(
      terms('offer/collection', 5 + deterministicNumber(10, chain.id, trader.name), { ...token, root: 0n }),
    ),
    buildBid(
      terms('offer/token', 10 + deterministicNumber(20, chain.id, trader.name, 'token'), {
        ...token,
        tokenId: BigInt(wanted),
      }),
    ),
  ]
  const made: Hex[] = []
  for (const order of orders) made.push(...(await post(market, trader, [order])))
  return made
}

/** Makes one sale in each ERC-721 collection, so that the market has a history. */
async function makeSales(market: Market, seller: Trader): Promise<readonly Hex[]> {
  const { chain, traders, now } = market
  const made: Hex[] = []
  for (const [number, collection] of chain.contracts.collections.entries()) {
    const tokenId = ownIds(market, seller).find((id) => isReserved(market, id))
    if (collection.kind !== 'erc721' || tokenId === undefined) continue
    const buyer = traders[(seller.index + number + 2) % traders.length] as Trader
    const price = 15 + deterministicNumber(60, chain.id, collection.name, seller.name)
    const order = buildListing({
      ...common(market, seller, `sale/${collection.address}`, 30),
      token: collection.address,
      tokenId: BigInt(tokenId),
      kind: 'erc721',
      quantity: 1n,
      gross: parseEther((price / 100).toFixed(2)),
      currency: zeroAddress,
      fees: royalty(collection),
    })
    const id = orderHash(order)
    made.push(id)
    const { seaport } = chain.contracts
    const [, , filled] = await buyer.reads.readContract({
      address: seaport,
      abi: seaportAbi,
      functionName: 'getOrderStatus',
      args: [id],
    })
    if (filled > 0n) continue
    const signature = await signAndPost(market.baseApiUrl, chain.id, seller, [order])
    await buyer.send(fulfill({ components: order, signature }, { seaport, conduitKey: zeroHash, now }))
  }
  return made
}
