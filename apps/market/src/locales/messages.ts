import type { Layout } from '../filtering.ts'
import type { Missing } from '../route.ts'
import type { SchemeChoice } from '../scheme.ts'

/** What is said of an address that names nothing known. */
type Unknown = { readonly unknownTitle: string; readonly unknown: (chain: string) => string }
type Explained = { readonly title: string; readonly body: string }

/**
 * Every sentence of the market's own pages, for one language. The kit's own sentences are in its messages;
 * names of chains, collections and tokens are data.
 */
export type MarketMessages = {
  /** BCP 47 tag: numbers and dates are formatted by it. */
  readonly locale: string
  readonly head: {
    readonly skip: string
    readonly skipWorks: string
    readonly chain: string
    readonly language: string
    readonly scheme: string
    readonly schemes: Readonly<Record<SchemeChoice, string>>
    /** Chooses to see no estimates in another currency. */
    readonly coinsOnly: string
    readonly cart: (count: number) => string
    readonly development: string
    readonly account: (address: string) => string
  }
  readonly search: {
    readonly label: string
    readonly placeholder: string
    readonly found: string
    readonly nothing: string
    readonly kinds: Readonly<Record<'collection' | 'token' | 'account', string>>
  }
  readonly wallets: {
    readonly scan: string
    readonly developmentTitle: string
    readonly developmentBody: string
    readonly mobileTitle: string
    readonly mobileBody: string
  }
  readonly foot: { readonly promise: string; readonly local: string }
  readonly common: {
    readonly loading: string
    readonly more: string
    readonly view: string
    readonly notForSale: string
    readonly failedTitle: string
    readonly failed: string
    readonly stale: string
    readonly retry: string
    readonly lostTitle: string
    readonly notFound: Readonly<Record<Missing, string>>
    readonly noChainTitle: string
    readonly noChain: string
    readonly noProviderTitle: string
    readonly noProvider: string
    readonly never: string
    readonly action: string
  }
  /** Why a part of the page is not there. */
  readonly failures: Readonly<Record<'unreachable' | 'outdated' | 'broken', Explained>> & {
    readonly reload: string
  }
  readonly home: {
    readonly headline: string
    readonly lead: (chain: string) => string
    readonly traded: string
    /** Over the same list, where it is ordered otherwise. */
    readonly collections: string
    readonly listed: string
    readonly live: string
    readonly bareTitle: string
    readonly bare: (chain: string) => string
    readonly quietTitle: string
    readonly quiet: string
    readonly period: string
    readonly periods: Readonly<Record<'1day' | '7day' | '30day' | 'allTime', string>>
  }
  readonly facts: Readonly<
    Record<
      'lastSale' | 'floor' | 'bestOffer' | 'volume' | 'works' | 'forSale' | 'owners' | 'royalty' | 'change',
      string
    >
  > & {
    /** A price that is compared with no price in another currency, such as `Floor in ETH`. */
    readonly inCurrency: (fact: string, symbol: string) => string
  }
  readonly views: Readonly<
    Record<'works' | 'market' | 'activity' | 'listings' | 'offersMade' | 'offersReceived' | 'signed', string>
  >
  readonly collection: Unknown & {
    readonly offerAny: string
    readonly offerThese: string
  }
  readonly filters: {
    readonly layout: string
    readonly layouts: Readonly<Record<Layout, string>>
    readonly label: string
    readonly price: (symbol: string) => string
    readonly from: string
    readonly to: string
    readonly fromIn: (symbol: string) => string
    readonly toIn: (symbol: string) => string
    /** The highest price is below the lowest one, so that nothing can be found. */
    readonly reversed: string
    /** How many values of an attribute are chosen. */
    readonly chosen: (count: number) => string
    readonly remove: (filter: string) => string
    readonly clear: string
    readonly noneTitle: string
    readonly none: string
    readonly sort: string
    readonly sorts: Readonly<Record<'price-asc' | 'price-desc' | 'number', string>>
    /** A sort by price where others than those in the native coin follow behind it, not converted. */
    readonly coinFirst: (sort: string, symbol: string) => string
    /** What the numbers beside the values of attributes count. */
    readonly counts: string
    readonly open: (count: number) => string
    readonly done: string
  }
  readonly charts: {
    readonly sales: string
    readonly depth: string
    readonly mean: string
    readonly sale: string
    readonly collectionOffers: string
    readonly forSale: string
    readonly salesLabel: (count: number, low: string, high: string) => string
    readonly depthLabel: (listings: number, offers: number) => string
    readonly fewSales: (count: number) => string
    readonly fewPrices: string
    readonly perDay: string
    readonly singles: (count: number) => string
    /** How many listings and offers the depth leaves out for their prices. */
    readonly others: (count: number) => string
    /** How many sales the price history leaves out. */
    readonly otherSales: (count: number) => string
    readonly logScale: string
    readonly keys: string
  }
  readonly token: Unknown & {
    readonly owner: string
    /** Opens the picture over the whole screen, where `magnify` enlarges it further. */
    readonly zoom: string
    readonly magnify: string
    readonly others: string
    readonly allOthers: string
    readonly collection: string
    /** With the place of `{owner}`; `owned` where that is the visitor. */
    readonly ownedBy: string
    readonly owned: string
    /** With the place of `{price}`. */
    readonly bestOffer: string
    /** With the places of `{price}` and `{time}`, such as "in 2 days". */
    readonly bestOfferEnds: string
    readonly trade: string
    readonly price: string
    readonly acceptBest: string
    readonly listedAlready: string
    readonly attributes: string
    readonly have: (count: number) => string
    readonly listings: string
    readonly offers: string
    readonly by: string
    readonly source: string
    readonly withFees: (share: string) => string
    readonly quantity: string
    readonly ends: string
    readonly prices: string
    readonly provenance: string
    readonly details: string
    readonly contract: string
    readonly tokenId: string
    readonly standard: string
    readonly copyName: (name: string) => string
  }
  readonly account: {
    readonly yours: string
    readonly yourWorks: string
    readonly connect: string
    readonly change: string
    readonly disconnect: string
    readonly select: string
    readonly selectNamed: (name: string) => string
    readonly selected: string
    readonly works: (count: number) => string
    /** How many can be chosen, where so many are. */
    readonly atMost: (count: number) => string
    readonly clear: string
    readonly emptyTitle: string
    readonly emptyOwn: (chain: string) => string
    readonly empty: (chain: string) => string
    readonly held: (count: number) => string
    readonly noOffersTitle: string
    readonly noOffers: string
    readonly acceptBestOf: (count: number) => string
    readonly nothingListed: string
    /** From the visitor's own listings, of which there are none, to the tokens that can be listed. */
    readonly listFirst: string
    readonly nothingOffered: string
    readonly cancelSelected: (count: number) => string
    readonly cancelAll: string
    readonly order: string
    readonly state: string
    /** An offer for any token of a collection, whose name is not always known. */
    readonly anyOf: (collection: string | undefined) => string
    readonly estimate: string
    readonly estimateHint: string
    readonly estimatePart: (count: number) => string
  }
}
