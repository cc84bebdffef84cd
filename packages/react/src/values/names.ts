import { chainOf, type MarketOrder, type Token } from '@sluice/core'
import { moneyOf } from '../flows/money.ts'
import type { Kit } from '../kit/SluiceProvider.tsx'
import { safeName } from '../kit/safeName.ts'
import type { Messages } from '../locales/messages.ts'
import { formatAmount } from './Price.tsx'

/** What the page calls a token, by `contract:tokenId`, or one of the account's own orders, by its id. */
export type TokenNames = ReadonlyMap<string, string>

/** A token's name, or its number where it has no name. */
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
export const namesOf = (tokens: readonly Token[], messages: Messages): TokenNames =>
  new Map(
    tokens.map(({ token }) => [
      `${token.contract}:${token.tokenId}`,
      tokenName(token, messages.common.unknownToken),
    ]),
  )

/** A token's name says little without its collection: several have a #1. */
const nameInCollection = (name: string, collection: string | null | undefined): string =>
  collection == null || collection.trim() === '' || name.includes(collection) ? name : `${collection} ${name}`

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
    orders.flatMap(({ id, contract, criteria, price }) => {
      const { token, collection } = criteria?.data ?? {}
      const { tokenId } = token ?? {}
      const own = tokenId == null ? undefined : tokenName({ ...token, tokenId }, messages.common.unknownToken)
      const named = own && nameInCollection(own, collection?.name)
      const what = named ?? collection?.name ?? undefined
      const money = price == null ? undefined : moneyOf(chain, price)
      const asked =
        money && `${formatAmount(money.amount, money.decimals, { ...messages, formats })} ${money.symbol}`
      const text = [what, asked].filter((one) => one !== undefined).join(' · ')
      return [
        ...(named === undefined ? [] : [[`${contract}:${tokenId}`, named] as const]),
        ...(text === '' ? [] : [[id, text] as const]),
      ]
    }),
  )
}
