/** What a provider answers: rows of its lists, as the specification shows them. */
export const account = `0x${'a1'.repeat(20)}` as const
export const stranger = `0x${'b2'.repeat(20)}` as const
export const collection = `0x${'c3'.repeat(20)}` as const
export const native = `0x${'0'.repeat(40)}` as const
export const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' as const
export const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' as const
export const eth = 10n ** 18n

const currencies = {
  ETH: { contract: native, name: 'Ether', symbol: 'ETH', decimals: 18 },
  WETH: { contract: weth, name: 'WETH', symbol: 'WETH', decimals: 18 },
  USDC: { contract: usdc, name: 'USDC', symbol: 'USDC', decimals: 6 },
} as const
export type Symbol = keyof typeof currencies

export const refOf = (tokenId: number | string): string => `${collection}:${tokenId}`
export const orderId = (number: number): `0x${string}` => `0x${number.toString(16).padStart(64, '0')}`

/** A price in base units. */
export const price = (raw: bigint, symbol: Symbol = 'ETH', net = raw) => {
  const currency = currencies[symbol]
  const amount = (of: bigint) => ({
    raw: String(of),
    decimal: Number(of) / 10 ** currency.decimals,
    native: Number(of) / 10 ** currency.decimals,
    usd: null,
  })
  return { currency, amount: amount(raw), netAmount: amount(net) }
}
type Price = ReturnType<typeof price>

export type TokenTerms = {
  readonly contract?: string
  readonly order?: string
  readonly name?: string | null
  readonly kind?: 'erc721' | 'erc1155'
  readonly owner?: string
  readonly ask?: Price | undefined
  readonly maker?: string
  readonly units?: number
  readonly bid?: Price | undefined
  readonly lastSale?: Price
  readonly traitFloor?: Price
}

/** A row of `/tokens/v7`: by default an ERC-721 of another account, listed for 1 ETH. */
export const tokenRow = (tokenId: number | string, terms: TokenTerms = {}) => {
  const ask = 'ask' in terms ? terms.ask : price(eth)
  const contract = terms.contract ?? collection
  return {
    token: {
      contract,
      tokenId: String(tokenId),
      name: terms.name === undefined ? `Work ${tokenId}` : terms.name,
      kind: terms.kind ?? 'erc721',
      owner: terms.owner ?? stranger,
      collection: { id: contract, name: 'Works' },
      ...(terms.lastSale === undefined ? {} : { lastSale: { price: terms.lastSale } }),
      attributes:
        terms.traitFloor === undefined
          ? []
          : [{ key: 'Mood', value: 'Calm', floorAskPrice: terms.traitFloor }],
    },
    market: {
      floorAsk:
        ask === undefined
          ? { id: null, price: null }
          : {
              id: terms.order ?? orderId(Number(tokenId)),
              price: ask,
              maker: terms.maker ?? stranger,
              quantityRemaining: terms.units ?? 1,
            },
      topBid: terms.bid === undefined ? { id: null, price: null } : { id: orderId(900), price: terms.bid },
    },
  }
}

/** A row of `/users/{user}/tokens/v10`. */
export const userTokenRow = (tokenId: number | string, units = 1, contract: string = collection) => ({
  token: { contract, tokenId: String(tokenId), name: `Work ${tokenId}`, kind: 'erc721' },
  ownership: { tokenCount: String(units) },
})

/** A row of `/collections/v7`. */
export const collectionRow = (
  terms: {
    readonly floor?: Price
    /** Hash of the listing at the floor. */
    readonly floorOrder?: string
    readonly bid?: Price
    readonly royaltyBps?: number
  } = {},
) => ({
  id: collection,
  name: 'Works',
  ...(terms.floor === undefined ? {} : { floorAsk: { id: terms.floorOrder ?? null, price: terms.floor } }),
  ...(terms.bid === undefined ? {} : { topBid: { price: terms.bid } }),
  ...(terms.royaltyBps === undefined ? {} : { royalties: { bps: terms.royaltyBps, recipient: stranger } }),
})

const fallOf = (
  start: Price,
  fall: { readonly to: Price; readonly start: number; readonly end: number },
) => ({
  kind: 'dutch',
  data: { price: { start, end: fall.to }, time: { start: fall.start, end: fall.end } },
})

/** A row of the lists of orders: by default a live listing of the account's own token. */
export const orderRow = (
  number: number,
  terms: {
    readonly side?: 'sell' | 'buy'
    readonly status?: string
    readonly maker?: string
    readonly price?: Price | null
    readonly tokenSetId?: string
    readonly units?: number
    readonly inZone?: boolean
    readonly taker?: string
    readonly kind?: string
    /** Where its price falls to, from `price`, and between which unix seconds. */
    readonly falls?: { readonly to: Price; readonly start: number; readonly end: number }
  } = {},
) => ({
  id: orderId(number),
  ...(terms.falls === undefined ? {} : { dynamicPricing: fallOf(terms.price ?? price(eth), terms.falls) }),
  kind: terms.kind ?? 'seaport-v1.6',
  side: terms.side ?? 'sell',
  status: terms.status ?? 'active',
  tokenSetId: terms.tokenSetId ?? `token:${collection}:${number}`,
  contract: collection,
  maker: terms.maker ?? account,
  ...(terms.taker === undefined ? {} : { taker: terms.taker }),
  price: terms.price === undefined ? price(eth) : terms.price,
  quantityRemaining: terms.units ?? 1,
  isNativeOffChainCancellable: terms.inZone ?? false,
  criteria: { kind: 'token', data: { token: { tokenId: String(number), name: `Work ${number}` } } },
})

/** One fill of a quote of `/execute/buy/v7` or `/execute/sell/v7`. */
export const pathRow = (
  tokenId: number | string,
  raw: bigint,
  more: { readonly quantity?: number; readonly symbol?: Symbol; readonly orderId?: string } = {},
) => {
  const { contract, decimals } = currencies[more.symbol ?? 'ETH']
  return {
    orderId: more.orderId ?? orderId(Number(tokenId)),
    contract: collection,
    tokenId: String(tokenId),
    quantity: more.quantity ?? 1,
    currency: contract,
    currencyDecimals: decimals,
    rawQuote: String(raw),
    quote: Number(raw) / 10 ** decimals,
  }
}
