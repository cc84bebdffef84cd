'use client'

import { useCollection } from '../../hooks/reads.ts'
import { useHolding } from '../../hooks/useHolding.ts'
import { useOwnOrders } from '../../hooks/useOwnOrders.ts'
import { usePresentPrice } from '../../hooks/usePresentPrice.ts'
import { targetOf } from './editTerms.ts'

/** Reads the order; of a listing, its collection too, and how many units of its token the account holds. */
export function useEditReads(
  { orderId, side }: { readonly orderId: string; readonly side: 'listing' | 'offer' },
  reading: { readonly chainId: number; readonly enabled: boolean },
) {
  const read = useOwnOrders(side, { ids: [orderId], ...reading })
  const order = read.data?.find(({ id }) => id === orderId)
  const target = order === undefined ? undefined : targetOf(order)
  const listed = side === 'listing' ? order : undefined
  const collectionId = listed?.contract ?? undefined
  const collectionRead = useCollection({ id: collectionId, ...reading })
  const collection = collectionId === undefined ? undefined : collectionRead
  const token = listed === undefined ? undefined : target?.token
  const holdingRead = useHolding({ token, ...reading })
  const holding = token === undefined ? undefined : holdingRead
  const retry = () => {
    void read.refetch()
    void holding?.refetch()
    void collection?.refetch()
  }
  return { read, order, target, presentPrice: usePresentPrice(order), collection, holding, retry }
}
