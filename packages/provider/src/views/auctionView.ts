import { leastNextOffer } from '@sluice/guards'
import type { AuctionWithOffers } from '../storage/pages/auctions.ts'
import type { PriceViews } from './priceView.ts'
import { bestOrderView } from './tokenView.ts'

/** An auction with the price now and the least next one. Amounts are in its own currency, which the seller signed. */
export function auctionView(
  { contract, tokenId, seller, at, terms, signature, best, offers }: AuctionWithOffers,
  prices: PriceViews,
) {
  const own = prices.shownIn(undefined)
  return {
    contract,
    tokenId,
    seller,
    reserve: own.price(terms.currency, terms.reserve),
    stepBps: Number(terms.stepBps),
    stepAmount: `${terms.stepAmount}`,
    announcedAt: Number(at),
    endsAt: Number(terms.endsAt),
    signature,
    bestOffer: best === undefined ? null : bestOrderView(best, own, { contract, tokenId }),
    offerCount: offers,
    nextOffer: own.price(terms.currency, leastNextOffer(terms, best?.unitPrice)),
  }
}
