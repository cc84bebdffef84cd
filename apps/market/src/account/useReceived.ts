import { type Client, getOffers, getUserOffers, type MarketOrder, type UserToken } from '@sluice/core'
import { useKit } from '@sluice/react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMarket } from '../market.tsx'
import { reads, scope } from '../reads.ts'

/** A token of an account, and the best offer of another account for it. */
export type Received = {
  readonly item: UserToken
  readonly orderId: MarketOrder['id']
  readonly price: NonNullable<MarketOrder['price']>
}

/** How many orders one request asks about. */
const several = 40
/** How many tokens are asked about at once. */
const atOnce = 8

/** The offers that `user` can accept for the tokens of the account. The user's own offers are left out. */
export function useReceived(
  user: string,
  tokens: readonly UserToken[] | undefined,
): UseQueryResult<readonly Received[]> {
  const { client, queryClient } = useKit()
  const { chain } = useMarket()
  const best = (tokens ?? []).flatMap((item): readonly Received[] => {
    const { id, price } = item.token.topBid ?? {}
    return id == null || price == null ? [] : [{ item, orderId: id, price }]
  })
  const named = best.map(({ item, orderId }) => [refOf(item), orderId])
  return useQuery(
    {
      queryKey: ['sluice', scope, chain.id, 'received', user, named],
      queryFn: ({ signal }) => ofOthers(client, chain.id, user, best, signal),
      enabled: tokens !== undefined,
      meta: { sluice: 'provider' },
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
}

export const refOf = ({ token }: UserToken): string => `${token.contract}:${token.tokenId}`

async function ofOthers(
  client: Client,
  chainId: number,
  user: string,
  best: readonly Received[],
  signal: AbortSignal,
): Promise<readonly Received[]> {
  const ids = [...new Set(best.map(({ orderId }) => orderId))]
  const own = new Set<string>()
  for (const part of parts(ids, several)) {
    const { items } = await getUserOffers(client, { user, chainId, ids: part, limit: several, signal })
    for (const { id } of items) own.add(id)
  }
  const found: Received[] = []
  for (const part of parts(best, atOnce)) {
    const next = part.map(async (one) => {
      if (!own.has(one.orderId)) return [one]
      const { items } = await getOffers(client, { ...reads.orders(chainId, refOf(one.item)), signal })
      const order = items.find(({ maker, price }) => maker !== user && price != null)
      return order?.price == null ? [] : [{ ...one, orderId: order.id, price: order.price }]
    })
    found.push(...(await Promise.all(next)).flat())
  }
  return found
}

const parts = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
