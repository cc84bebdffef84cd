import { chainOf, type MarketOrder } from '@sluice/core'
import { moneyOf } from '../flows/money.ts'
import type { Kit } from '../kit/SluiceProvider.tsx'
import type { TokenNames } from './AssetAmount.tsx'
import { formatAmount } from './Price.tsx'
import { tokenName } from '../media/TokenHead.tsx'

/** What orders are called, by their ids: what each is for, and its price. With them the tokens that they name. */
export function orderNames(
  orders: readonly MarketOrder[],
  { client, words, formats }: Pick<Kit, 'client' | 'words' | 'formats'>,
  chainId: number | undefined,
): TokenNames {
  const chain = chainOf(client, chainId)
  return new Map(
    orders.flatMap(({ id, contract, criteria, price }) => {
      const { token, collection } = criteria?.data ?? {}
      const { tokenId } = token ?? {}
      const named = tokenId == null ? undefined : tokenName({ ...token, tokenId }, words.common.unknownToken)
      const what = named ?? collection?.name ?? undefined
      const money = price == null ? undefined : moneyOf(chain, price)
      const asked =
        money && `${formatAmount(money.amount, money.decimals, { ...words, formats })} ${money.symbol}`
      const text = [what, asked].filter((one) => one !== undefined).join(' · ')
      return [
        ...(named === undefined ? [] : [[`${contract}:${tokenId}`, named] as const]),
        ...(text === '' ? [] : [[id, text] as const]),
      ]
    }),
  )
}
