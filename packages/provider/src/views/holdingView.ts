import { orderJson } from '../orders/orderJson.ts'
import type { StoredOrder } from '../storage/orders/orders.ts'
import type { LastSale, TokenBase } from '../storage/pages/tokenDetails.ts'
import type { Holding } from '../storage/pages/userPages.ts'
import { royaltiesView } from './collectionView.ts'
import { dynamicPricing, sourceView, validUntil } from './orderView.ts'
import type { PriceViews } from './priceView.ts'
import { lastSaleView, tokenHead } from './tokenView.ts'

export type HoldingParts = {
  readonly chainId: number
  readonly prices: PriceViews
  readonly onSale: bigint
  /** The account's own cheapest listing of the token. */
  readonly listing: StoredOrder | undefined
  readonly floor: StoredOrder | undefined
  readonly topBid: { readonly order: StoredOrder | undefined } | undefined
  readonly lastSale: LastSale | undefined
  readonly rawData: boolean
  readonly attributes: boolean
}

function ownListing(order: StoredOrder | undefined, { prices, rawData }: HoldingParts, base: TokenBase) {
  if (order === undefined)
    return { id: null, price: null, maker: null, kind: null, validFrom: null, validUntil: null, source: null }
  return {
    id: order.id,
    price: prices.price(order.currency, order.unitPrice, order.unitNet),
    maker: order.maker,
    kind: `seaport-v${order.version}`,
    validFrom: Number(order.components.startTime),
    validUntil: validUntil(order),
    source: sourceView(order.source, base),
    dynamicPricing: dynamicPricing(order, prices),
    ...(rawData ? { rawData: { ...orderJson(order.components), signature: order.signature } } : {}),
  }
}

/** A token with what an account owns of it, as `GET /users/{user}/tokens/v10` shows it. */
export function holdingView(base: TokenBase, holding: Holding, parts: HoldingParts) {
  const { chainId, prices, topBid } = parts
  const { collection } = base
  const royalties = royaltiesView(collection.royalties)
  const best = topBid?.order
  return {
    token: {
      ...tokenHead(base, chainId),
      lastSale: lastSaleView(parts.lastSale, prices),
      topBid: {
        id: best?.id ?? null,
        price: best === undefined ? null : prices.price(best.currency, best.unitPrice, best.unitNet),
      },
      lastAppraisalValue: null,
      ...(parts.attributes
        ? { attributes: base.attributes.map((attribute) => ({ ...attribute, kind: 'string' })) }
        : {}),
      collection: {
        id: base.contract,
        name: collection.name,
        imageUrl: collection.image,
        floorAskPrice:
          parts.floor === undefined ? null : prices.price(parts.floor.currency, parts.floor.unitPrice),
        royaltiesBps: royalties.bps,
        royalties: royalties.breakdown,
      },
    },
    ownership: {
      tokenCount: holding.units.toString(),
      onSaleCount: parts.onSale.toString(),
      floorAsk: ownListing(parts.listing, parts, base),
      acquiredAt: new Date(holding.acquiredAt * 1000).toISOString(),
    },
  }
}
