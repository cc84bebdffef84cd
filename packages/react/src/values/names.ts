import { chainOf, type MarketOrder, type Token } from '@sluice/core'
import { moneyOf } from '../flows/money.ts'
import { refOf } from '../kit/refOf.ts'
import type { Kit } from '../kit/SluiceProvider.tsx'
import { safeName } from '../kit/safeName.ts'
import type { PageMessages } from '../locales/messages.ts'
import { formatAmount } from './Price.tsx'

/**
 * The page's names of tokens (by `contract:tokenId`), collections (by contract) and the account's own orders (by id).
 */
export type TokenNames = ReadonlyMap<string, string>

/** A token's name, or its number if it has no name. */
export const tokenName = (
  token: { readonly name?: string | null | undefined; readonly tokenId: string },
  unknown: (tokenId: string) => string,
): string => safeName(token.name ?? '') || unknown(token.tokenId)

/** The name of the token at `ref` (`contract:tokenId`); its number until the token is read. */
export const nameOf = (
  known: Token | undefined,
  ref: string,
  unknown: (tokenId: string) => string,
): string => (known === undefined ? unknown(ref.split(':')[1] ?? '') : tokenName(known.token, unknown))

/** Names of tokens, by `contract:tokenId`. */
export const namesOf = (tokens: readonly Token[], messages: PageMessages): TokenNames =>
  new Map(tokens.map(({ token }) => [refOf(token), tokenName(token, messages.common.unknownToken)]))

/** A token's name says little without its collection: several have a #1. */
const nameInCollection = (name: string, collection: string | null | undefined): string =>
  collection == null || collection.trim() === '' || name.includes(collection) ? name : `${collection} ${name}`

/** What an order is for: a token, a trait or a collection; `undefined` if the marketplace does not name it. */
export function orderName({ criteria }: MarketOrder, messages: PageMessages): string | undefined {
  const { token, collection, attribute } = criteria?.data ?? {}
  const { tokenId } = token ?? {}
  const trait = attribute?.key == null ? undefined : `${attribute.key}: ${attribute.value ?? ''}`
  if (tokenId == null) return [collection?.name, trait].filter((one) => one != null).join(' · ') || undefined
  return nameInCollection(tokenName({ ...token, tokenId }, messages.common.unknownToken), collection?.name)
}

/**
 * Names of orders, by their ids: what each order is for, and its price. Includes the tokens that the orders name, by
 * `contract:tokenId`.
 */
export function orderNames(
  orders: readonly MarketOrder[],
  { client, messages, formats }: Pick<Kit, 'client' | 'messages' | 'formats'>,
  chainId: number | undefined,
): TokenNames {
  const chain = chainOf(client, chainId)
  return new Map(
    orders.flatMap((order) => {
      const { id, contract, criteria, price } = order
      const tokenId = criteria?.data?.token?.tokenId
      const what = orderName(order, messages)
      const money = price == null ? undefined : moneyOf(chain, price)
      const asked =
        money && `${formatAmount(money.amount, money.decimals, { ...messages, formats })} ${money.symbol}`
      const text = [what, asked].filter((one) => one !== undefined).join(' · ')
      return [
        ...(what === undefined || tokenId == null ? [] : [[`${contract}:${tokenId}`, what] as const]),
        ...(text === '' ? [] : [[id, text] as const]),
      ]
    }),
  )
}
