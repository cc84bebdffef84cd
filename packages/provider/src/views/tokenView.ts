import type { Address } from 'viem'
import type { StoredOrder } from '../storage/orders/orders.ts'
import { type AttributeCount, attributeName } from '../storage/pages/attributePages.ts'
import type { LastSale, TokenBase } from '../storage/pages/tokenDetails.ts'
import { dynamicPricing, sourceView, validUntil } from './orderView.ts'
import type { PriceViews } from './priceView.ts'

/** The cheapest listing or the best offer of a token or a collection. */
export function bestOrderView(
  order: StoredOrder | undefined,
  prices: PriceViews,
  at?: { contract: string; tokenId: string },
) {
  if (order === undefined)
    return { id: null, price: null, maker: null, validFrom: null, validUntil: null, source: null }
  return {
    id: order.id,
    price: prices.price(order.currency, order.unitPrice, order.unitNet),
    maker: order.maker,
    validFrom: Number(order.components.startTime),
    validUntil: validUntil(order),
    source: sourceView(order.source, at),
  }
}

function floorAskView(
  order: StoredOrder | undefined,
  prices: PriceViews,
  at: { contract: string; tokenId: string },
) {
  const head = bestOrderView(order, prices, at)
  return {
    ...head,
    quantityFilled: order === undefined ? null : Number(order.filled),
    quantityRemaining: order === undefined ? null : Number(order.quantity - order.filled),
    dynamicPricing: order === undefined ? null : dynamicPricing(order, prices),
  }
}

export function topBidView(
  order: StoredOrder | undefined,
  prices: PriceViews,
  at: { contract: string; tokenId: string },
) {
  const feeBreakdown = order?.fees.map(({ kind, recipient, bps }) => ({ kind, recipient, bps })) ?? null
  return { ...bestOrderView(order, prices, at), feeBreakdown }
}

export const lastSaleView = (sale: LastSale | undefined, prices: PriceViews) =>
  sale === undefined
    ? null
    : {
        orderSource: null,
        fillSource: null,
        timestamp: sale.timestamp,
        price: prices.price(sale.currency, sale.units === 0n ? sale.price : sale.price / sale.units),
      }

export type TokenParts = {
  readonly chainId: number
  readonly prices: PriceViews
  /** Of the route that shows it. */
  readonly version: 'v6' | 'v7'
  readonly floor: StoredOrder | undefined
  /** `undefined` when the request did not ask for it. */
  readonly topBid?: { readonly order: StoredOrder | undefined }
  /** `undefined` when the request did not ask for it, `null` where there is none. */
  readonly auction?: object | null
  readonly lastSale?: { readonly sale: LastSale | undefined }
  /** By {@link attributeName}. */
  readonly attributes?: ReadonlyMap<string, AttributeCount>
}

/** The longest `data:` URL that is used as the small picture. */
const maxSmallLength = 16_384
const smallOf = (image: string | null): string | null =>
  image !== null && image.length <= maxSmallLength ? image : linkOf(image)

/** A picture in a `data:` URL is not sent in every size. */
const linkOf = (image: string | null): string | null => (image?.startsWith('data:') === true ? null : image)

/** The fields of a token that do not depend on the market. */
export function tokenHead(base: TokenBase, chainId: number) {
  return {
    chainId,
    contract: base.contract,
    tokenId: base.tokenId,
    name: base.name,
    description: base.description,
    image: base.image,
    imageSmall: smallOf(base.image),
    imageLarge: linkOf(base.image),
    metadata: {},
    media: null,
    kind: base.kind,
    isFlagged: base.flagged,
    isSpam: false,
    isNsfw: false,
    metadataDisabled: false,
    lastFlagUpdate: base.flaggedAt?.toISOString() ?? null,
    lastFlagChange: base.flaggedAt?.toISOString() ?? null,
    supply: Number(base.supply),
    remainingSupply: Number(base.supply),
    rarity: null,
    rarityRank: null,
  }
}

export const slugOf = (name: string | null, contract: Address): string => {
  const slug = (name ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return slug === '' ? contract : slug
}

/** The floor of an attribute: a price, or a number of coins before the seventh version of the route. */
function attributeFloor(floor: AttributeCount['floor'], { prices, version }: TokenParts) {
  if (floor === undefined) return null
  const price = prices.price(floor.currency, floor.unitPrice)
  return version === 'v6' ? (price?.amount.decimal ?? null) : price
}

/** A token as `GET /tokens/v7` shows it. */
export function tokenView(base: TokenBase, parts: TokenParts) {
  const { chainId, prices } = parts
  const at = { contract: base.contract, tokenId: base.tokenId }
  const created = base.mintedAt === null ? base.updatedAt : new Date(base.mintedAt * 1000)
  return {
    token: {
      ...tokenHead(base, chainId),
      collection: {
        id: base.contract,
        name: base.collection.name,
        image: base.collection.image,
        slug: slugOf(base.collection.name, base.contract),
        symbol: base.collection.symbol,
        creator: base.collection.royalties[0]?.recipient ?? null,
        tokenCount: base.collection.tokenCount,
        metadataDisabled: false,
      },
      owner: base.owner,
      mintedAt: base.mintedAt === null ? null : created.toISOString(),
      createdAt: created.toISOString(),
      ...(parts.attributes === undefined
        ? {}
        : {
            attributes: base.attributes.map(({ key, value }) => {
              const count = parts.attributes?.get(attributeName(base.contract, { key, value }))
              return {
                key,
                kind: 'string',
                value,
                tokenCount: count?.tokens ?? null,
                onSaleCount: count?.onSale ?? null,
                floorAskPrice: attributeFloor(count?.floor, parts),
                topBidValue: null,
                createdAt: created.toISOString(),
              }
            }),
          }),
      lastSale: lastSaleView(parts.lastSale?.sale, prices),
    },
    market: {
      floorAsk: floorAskView(parts.floor, prices, at),
      ...(parts.topBid === undefined ? {} : { topBid: topBidView(parts.topBid.order, prices, at) }),
      ...(parts.auction === undefined ? {} : { auction: parts.auction }),
    },
    updatedAt: base.updatedAt.toISOString(),
  }
}
