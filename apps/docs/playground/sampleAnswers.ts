import type { Client, CurrencyRate, MarketOrder, MarketplaceConfiguration, Token } from '@sluice/core'
import { marketplaceConfigurationsQuery, type ReadQuery, ratesQuery, tokenQuery } from '@sluice/react'
import { QueryClient } from '@tanstack/react-query'

/** What a provider would say of the market that the docs draw components with. */
export const collection = `0x${'c1'.repeat(20)}` as const
export const token = `${collection}:42`
export const orderId = `0x${'0d'.repeat(32)}` as const
export const price = {
  amount: 1_250_000_000_000_000_000n,
  currency: `0x${'0'.repeat(40)}`,
  symbol: 'ETH',
  decimals: 18,
} as const

const wrapped = { ...price, currency: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', symbol: 'WETH' } as const
const buyer = `0x${'b0'.repeat(20)}` as const
const priceOf = (
  raw: bigint,
  { currency, symbol, decimals }: typeof price | typeof wrapped = price,
): NonNullable<MarketOrder['price']> => ({
  currency: { contract: currency, symbol, decimals },
  amount: { raw },
})

/** A listing that anybody can fill. */
export const listing: MarketOrder = {
  id: orderId,
  kind: 'seaport-v1.6',
  side: 'sell',
  status: 'active',
  tokenSetId: `token:${token}`,
  contract: collection,
  maker: `0x${'a1'.repeat(20)}`,
  price: priceOf(price.amount),
  quantityRemaining: 1,
}
/** A listing for one buyer. */
export const privateListing: MarketOrder = { ...listing, taker: buyer }
/** An offer of more than its maker has left. */
export const uncoveredOffer: MarketOrder = {
  ...listing,
  side: 'buy',
  maker: buyer,
  price: priceOf(price.amount, wrapped),
  isCovered: false,
}
/** A listing that its seller approved no longer. */
export const inactiveListing: MarketOrder = { ...listing, status: 'inactive' }

/** A listing that falls from 2 ETH to the price of the others: an hour of a day is over at `now`. */
export function fallingListing(now: number): MarketOrder {
  const start = Math.floor(now / 1_000) - 3_600
  return {
    ...listing,
    price: priceOf(2n * 10n ** 18n),
    dynamicPricing: {
      kind: 'dutch',
      data: {
        price: { start: priceOf(2n * 10n ** 18n), end: priceOf(price.amount) },
        time: { start, end: start + 86_400 },
      },
    },
  }
}

const shownToken: Token = {
  token: {
    contract: collection,
    tokenId: '42',
    name: 'Token 42',
    kind: 'erc721',
    owner: listing.maker,
    collection: { id: collection, name: 'Works' },
  },
  market: { floorAsk: { id: orderId, price: listing.price, maker: listing.maker, quantityRemaining: 1 } },
}
const rates: readonly CurrencyRate[] = [price, wrapped].map(({ currency }) => ({
  contract: currency,
  values: { usd: 2_500 },
  updatedAt: '2026-11-01T00:00:00.000Z',
}))
const marketplaces: readonly MarketplaceConfiguration[] = [
  {
    name: 'Market',
    orderbook: 'reservoir',
    royalties: { minBps: 500, maxBps: 500 },
    exchanges: {
      'seaport-v1.6': {
        orderKind: 'seaport-v1.6',
        royaltiesEnforced: true,
        supportedBidCurrencies: null,
        paymentTokens: null,
      },
    },
  },
]

/** Reads that are answered already, and that no component asks for again. */
export function answeredReads(client: Client, scope: string): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { refetchOnMount: false, refetchOnReconnect: false, refetchOnWindowFocus: false },
    },
  })
  const answer = <T>({ queryKey }: ReadQuery<T>, data: NoInfer<T>) =>
    queryClient.setQueryData<T>(queryKey, data)
  const reader = { client, scope }
  answer(tokenQuery(reader, { token }), shownToken)
  answer(ratesQuery(reader), rates)
  answer(marketplaceConfigurationsQuery(reader, { collection }), marketplaces)
  return queryClient
}
