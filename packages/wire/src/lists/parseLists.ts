import * as v from 'valibot'
import { maybe, object, readAnswer } from '../parse.ts'
import { type Activity, activity } from './activity.ts'
import { type Auction, auction } from './auction.ts'
import { type AttributeValues, attributeValues, type Collection, collection } from './collection.ts'
import { type CurrencyRate, currencyRate } from './currencyRate.ts'
import { type MarketOrder, marketOrder } from './marketOrder.ts'
import { type MarketplaceConfiguration, marketplaceConfiguration } from './marketplaceConfiguration.ts'
import { type Token, token, type UserToken, userToken } from './token.ts'

type ListPage<TKey extends string, TItem> = { readonly [K in TKey]: readonly TItem[] } & {
  readonly continuation?: string | null | undefined
  /** Rows that could not be read and are left out. */
  readonly dropped: number
}

/**
 * Reads a page row by row. Invalid rows are left out and counted, so that one invalid token does not hide the others. A
 * page without a valid row is rejected.
 */
function readPage<const TKey extends string, TItem>(
  key: TKey,
  item: v.GenericSchema<unknown, TItem>,
  input: unknown,
): ListPage<TKey, TItem> {
  const rows = v.array(v.unknown(), 'must be a list')
  const answer: { readonly [field: string]: unknown } = readAnswer(
    object({ [key]: rows, continuation: maybe(v.string()) }),
    input,
  )
  const all = answer[key] as readonly unknown[]
  const items = all.flatMap((row) => {
    const read = v.safeParse(item, row, { abortEarly: true })
    return read.success ? [read.output] : []
  })
  if (items.length === 0 && all.length > 0) readAnswer(object({ [key]: v.array(item) }), input)
  return { [key]: items, continuation: answer.continuation, dropped: all.length - items.length } as ListPage<
    TKey,
    TItem
  >
}

/**
 * Reads `GET /tokens/v7`.
 * @throws {ParseError}
 * @example
 * ```ts
 * const { tokens, continuation } = parseTokens(await response.json())
 * ```
 */
export const parseTokens = (input: unknown): ListPage<'tokens', Token> => readPage('tokens', token, input)
/**
 * Reads `GET /collections/v7`.
 * @throws {ParseError}
 * @example
 * ```ts
 * const [collection] = parseCollections(await response.json()).collections
 * ```
 */
export const parseCollections = (input: unknown): ListPage<'collections', Collection> =>
  readPage('collections', collection, input)
/**
 * Reads a page of listings or offers.
 * @throws {ParseError}
 * @example
 * ```ts
 * const { orders } = parseOrders(await response.json())
 * ```
 */
export const parseOrders = (input: unknown): ListPage<'orders', MarketOrder> =>
  readPage('orders', marketOrder, input)
/**
 * Reads `GET /users/{user}/tokens/v10`.
 * @throws {ParseError}
 * @example
 * ```ts
 * const held = parseUserTokens(await response.json()).tokens
 * ```
 */
export const parseUserTokens = (input: unknown): ListPage<'tokens', UserToken> =>
  readPage('tokens', userToken, input)
/**
 * Reads a page of the history of a token, a collection or a user.
 * @throws {ParseError}
 * @example
 * ```ts
 * const { activities } = parseActivities(await response.json())
 * ```
 */
export const parseActivities = (input: unknown): ListPage<'activities', Activity> =>
  readPage('activities', activity, input)
/**
 * Reads `GET /auctions/v1`.
 * @throws {ParseError}
 * @example
 * ```ts
 * const { auctions } = parseAuctions(await response.json())
 * ```
 */
export const parseAuctions = (input: unknown): ListPage<'auctions', Auction> =>
  readPage('auctions', auction, input)
/**
 * Reads `GET /currencies/rates/v1`. A currency with an implausible rate is left out.
 * @throws {ParseError}
 * @example
 * ```ts
 * const { rates } = parseRates(await response.json())
 * ```
 */
export const parseRates = (input: unknown): ListPage<'rates', CurrencyRate> =>
  readPage('rates', currencyRate, input)
/**
 * Reads `GET /collections/{collection}/attributes/all/v4`.
 * @throws {ParseError}
 * @example
 * ```ts
 * const { attributes } = parseAttributes(await response.json())
 * ```
 */
export const parseAttributes = (input: unknown): { attributes: AttributeValues[] } =>
  readAnswer(object({ attributes: v.array(attributeValues) }), input)
/**
 * Reads `GET /collections/{collection}/marketplace-configurations/v2`.
 * @throws {ParseError}
 * @example
 * ```ts
 * const [marketplace] = parseMarketplaceConfigurations(await response.json())
 * ```
 */
export const parseMarketplaceConfigurations = (
  input: unknown,
): { marketplaces: MarketplaceConfiguration[] } =>
  readAnswer(object({ marketplaces: v.array(marketplaceConfiguration) }), input)
