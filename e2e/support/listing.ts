import {
  buildBid,
  buildListing,
  cancelOrders,
  type OrderComponents,
  orderTypedData,
  seaportDomain,
} from '@sluice/seaport'
import {
  type Address,
  erc20Abi,
  erc721Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  stringify,
  zeroAddress,
} from 'viem'
import { type LocalChain, providerToken, until, writer } from './scene.ts'

const wrapAbi = parseAbi(['function deposit() payable'])

type Token = { readonly contract: Address; readonly tokenId: bigint }
export type PostedOrder = Token & { readonly order: OrderComponents }

/** What a listing is priced in, and the zone in which it can be changed and cancelled by signature. */
type ListingTerms = {
  readonly currency?: { readonly contract: Address; readonly decimals: number }
  readonly zone?: Address
}

const native = { contract: zeroAddress, decimals: 18 }

/** Lists a token without the market: a real signature, posted to the real provider. Price in the native token by default. */
export async function listToken(
  chain: LocalChain,
  owner: string,
  token: Token,
  price: string,
  { currency = native, zone }: ListingTerms = {},
): Promise<PostedOrder> {
  const maker = writer(chain, owner)
  await maker.write({
    address: token.contract,
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [chain.contracts.conduit, true],
  })
  const gross = parseUnits(price, currency.decimals)
  const now = BigInt(Math.floor(Date.now() / 1000))
  const order = buildListing({
    maker: maker.account.address.toLowerCase() as Address,
    token: token.contract,
    tokenId: token.tokenId,
    kind: 'erc721',
    quantity: 1n,
    gross,
    currency: currency.contract,
    fees: [],
    startTime: now - 120n,
    endTime: now + 86_400n,
    salt: gross,
    conduitKey: chain.contracts.conduitKey,
    counter: 0n,
    ...(zone === undefined ? {} : { zone }),
  })
  const signature: Hex = await maker.account.signTypedData(
    orderTypedData(seaportDomain(chain.id, '1.6'), order),
  )
  await post(chain, order, signature)
  await shows(chain, token, gross)
  return { ...token, order }
}

/** Makes an offer for one token without the market: wraps, approves, signs, posts. Price in the wrapped token. */
export async function offerFor(
  chain: LocalChain,
  bidder: string,
  token: Token,
  price: string,
): Promise<PostedOrder> {
  const maker = writer(chain, bidder)
  const { weth, conduit, conduitKey } = chain.contracts
  const gross = parseEther(price)
  await maker.write({ address: weth, abi: wrapAbi, functionName: 'deposit', args: [], value: gross })
  await maker.write({ address: weth, abi: erc20Abi, functionName: 'approve', args: [conduit, maxUint256] })
  const now = BigInt(Math.floor(Date.now() / 1000))
  const order = buildBid({
    maker: maker.account.address.toLowerCase() as Address,
    target: { kind: 'erc721', token: token.contract, tokenId: token.tokenId },
    quantity: 1n,
    gross,
    currency: weth,
    fees: [],
    startTime: now - 120n,
    endTime: now + 86_400n,
    salt: gross,
    conduitKey,
    counter: 0n,
  })
  const signature = await maker.account.signTypedData(orderTypedData(seaportDomain(chain.id, '1.6'), order))
  await post(chain, order, signature)
  return { ...token, order }
}

/** Cancels an order on chain. */
export async function cancelOnChain(chain: LocalChain, maker: string, { order }: PostedOrder): Promise<void> {
  const { to, data } = cancelOrders(chain.contracts.seaport, [order])
  await writer(chain, maker).send({ to, data })
}

async function post(chain: LocalChain, order: OrderComponents, signature: Hex): Promise<void> {
  const response = await fetch(`${chain.baseApiUrl}/order/v3?signature=${signature}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stringify({ order: { kind: 'seaport-v1.6', data: order }, orderbook: 'reservoir' }),
  })
  if (!response.ok) throw new Error(`The provider refused the order: ${await response.text()}`)
}

/** Cancels a listing on chain and lists again at another price. */
export async function repriceToken(
  chain: LocalChain,
  owner: string,
  lot: PostedOrder,
  price: string,
): Promise<PostedOrder> {
  await cancelOnChain(chain, owner, lot)
  return listToken(chain, owner, lot, price)
}

/** The lowest listing of a collection as the provider shows it. */
export async function floorOf(chain: LocalChain, contract: Address): Promise<bigint> {
  const response = await fetch(`${chain.baseApiUrl}/collections/v7?id=${contract}`)
  const body = (await response.json()) as {
    collections: { floorAsk: { price: { amount: { raw: string } } | null } }[]
  }
  const floor = body.collections[0]?.floorAsk.price
  if (floor == null) throw new Error('Nothing of the collection is listed.')
  return BigInt(floor.amount.raw)
}

/** The highest offer for a token as the provider shows it. */
export async function bestOfferFor(chain: LocalChain, { contract, tokenId }: Token): Promise<bigint> {
  const response = await fetch(
    `${chain.baseApiUrl}/tokens/v7?tokens=${contract}:${tokenId}&includeTopBid=true`,
  )
  const body = (await response.json()) as {
    tokens: { market: { topBid: { price: { amount: { raw: string } } | null } } }[]
  }
  const price = body.tokens[0]?.market.topBid.price
  if (price == null) throw new Error('Nobody offers for the token.')
  return BigInt(price.amount.raw)
}

const shows = (chain: LocalChain, token: Token, gross: bigint): Promise<void> =>
  until(
    async () =>
      (await providerToken(chain, token.contract, token.tokenId))?.market.floorAsk.price?.amount.raw ===
      gross.toString(),
    'the provider does not show the listing',
  )
