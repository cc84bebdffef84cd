import {
  parseActivities,
  parseAttributes,
  parseAuctions,
  parseCollections,
  parseMarketplaceConfigurations,
  parseOrders,
  parseRates,
  parseTokens,
  parseUserTokens,
} from '@sluice/wire'
import { parseAnswer } from './parseAnswer.ts'

/** One page of an answer. */
export type Rows<T> = {
  readonly items: readonly T[]
  readonly continuation: string | undefined
  /** Rows that could not be read and are left out. */
  readonly dropped: number
}

type Page<K extends string, T> = { readonly [key in K]: readonly T[] } & {
  readonly continuation?: string | null | undefined
  readonly dropped?: number | undefined
}

/** Returns a reader of a list, whose rows are in the field `key` of an answer. */
const list =
  <K extends string, T>(parser: (input: unknown) => Page<K, T>, key: K) =>
  (answer: unknown): Rows<T> => {
    const { [key]: items, continuation, dropped = 0 } = parseAnswer(parser, answer)
    return { items, continuation: continuation || undefined, dropped }
  }

/**
 * Reads one page of orders: apart from the other lists, because an action reads orders alone.
 * @throws {TradeError} `provider_malformed`
 */
export const readOrders = /* @__PURE__ */ list(parseOrders, 'orders')

/** The reader of each list. */
const lists = {
  tokens: /* @__PURE__ */ list(parseTokens, 'tokens'),
  collections: /* @__PURE__ */ list(parseCollections, 'collections'),
  orders: readOrders,
  auctions: /* @__PURE__ */ list(parseAuctions, 'auctions'),
  userTokens: /* @__PURE__ */ list(parseUserTokens, 'tokens'),
  activities: /* @__PURE__ */ list(parseActivities, 'activities'),
  attributes: /* @__PURE__ */ list(parseAttributes, 'attributes'),
  rates: /* @__PURE__ */ list(parseRates, 'rates'),
  marketplaces: /* @__PURE__ */ list(parseMarketplaceConfigurations, 'marketplaces'),
} as const

export type ListName = keyof typeof lists
export type ItemOf<K extends ListName> = ReturnType<(typeof lists)[K]>['items'][number]

/**
 * Reads one page of a list.
 * @throws {TradeError} `provider_malformed`
 */
export const readList = <K extends ListName>(name: K, answer: unknown): Rows<ItemOf<K>> =>
  lists[name](answer) as Rows<ItemOf<K>>
