import {
  parseActivities,
  parseAttributes,
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

type Answer<T> = {
  readonly items: readonly T[]
  readonly continuation?: string | null | undefined
  readonly dropped?: number | undefined
}
const list = <T>(read: (input: unknown) => Answer<T>) => read

/** The parser of each list. */
const lists = {
  tokens: list((input) => withItems(parseTokens(input), 'tokens')),
  collections: list((input) => withItems(parseCollections(input), 'collections')),
  orders: list((input) => withItems(parseOrders(input), 'orders')),
  userTokens: list((input) => withItems(parseUserTokens(input), 'tokens')),
  activities: list((input) => withItems(parseActivities(input), 'activities')),
  attributes: list((input) => withItems(parseAttributes(input), 'attributes')),
  rates: list((input) => withItems(parseRates(input), 'rates')),
  marketplaces: list((input) => withItems(parseMarketplaceConfigurations(input), 'marketplaces')),
} as const

export type ListName = keyof typeof lists
/** The item type of a list. */
export type ItemOf<K extends ListName> = ReturnType<(typeof lists)[K]>['items'][number]

/**
 * Parses one page of a list.
 * @throws {TradeError} `provider_malformed`
 */
export function readList<K extends ListName>(name: K, answer: unknown): Rows<ItemOf<K>> {
  const read = lists[name] as (input: unknown) => Answer<ItemOf<K>>
  const { items, continuation, dropped = 0 } = parseAnswer(read, answer)
  return { items, continuation: continuation || undefined, dropped }
}

function withItems<K extends string, T>(
  answer: { readonly [key in K]: readonly T[] } & Omit<Answer<T>, 'items'>,
  key: K,
): Answer<T> {
  return { items: answer[key], continuation: answer.continuation, dropped: answer.dropped }
}
