import type { Address } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { TradeContext } from '../context.ts'
import { unavailableMessage } from './availability.ts'
import type { Quoted } from './quote.ts'

/**
 * Adds the data that our own zone requires to each order in it. A cancelled order is left out of a partial request,
 * and fails any other request.
 * @param fulfiller the account that sends the transaction.
 * @throws {ApiError}
 */
export async function withZoneSignatures(
  { chain, cosigner }: TradeContext,
  quoted: readonly Quoted[],
  fulfiller: Address,
  partial: boolean,
  errors: PlanError[],
): Promise<readonly Quoted[]> {
  const isInZone = ({ chosen }: Quoted) => chosen.order.components.zone === chain.zone
  const inZone = quoted.filter(isInZone)
  if (inZone.length === 0) return quoted
  const ids = inZone.map(({ chosen }) => chosen.order.id)
  const extra = (await cosigner?.authorizeFills(ids, fulfiller)) ?? new Map()
  const kept = quoted.flatMap((entry): readonly Quoted[] => {
    const { id } = entry.chosen.order
    if (!isInZone(entry)) return [entry]
    const extraData = extra.get(id)
    if (extraData !== undefined) return [{ ...entry, chosen: { ...entry.chosen, extraData } }]
    if (!partial) throw new ApiError('orderGone', unavailableMessage.cancelled, { orderId: id })
    errors.push({ message: unavailableMessage.cancelled, orderId: id })
    return []
  })
  if (kept.length === 0) throw new ApiError('noFillableOrders', 'No fillable orders', { errors })
  return kept
}
