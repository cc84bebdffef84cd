import {
  cancel,
  encodeCall,
  incrementCounterFunction,
  isNft,
  type OfferItem,
  type OrderComponents,
  orderId,
  readCall,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { acceptCall } from '../context/acceptCall.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { claimedPath, isDue, used } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import { type GuardContext, requestsOf, type TransactionEntry } from '../context/guardContext.ts'
import { readCanonical, sendsExactly } from '../context/readCanonical.ts'
import { assetOf } from '../model/assetOf.ts'
import { noEffects } from '../model/effects.ts'
import type { CancelIntent } from '../model/intent.ts'
import { cancelAllSlot, cancelSlot, cancelsAll } from '../model/slots.ts'
import type { AssetDelta, EndedOrder } from '../model/verdict.ts'
import { splitCalls } from '../unexpected/unexpectedItems.ts'
import { cancelState, isRightCounter, isRightSeaport } from './cancelSeaports.ts'
import { checkCancelSignature } from './cancelSignature.ts'

type Cancel = GuardContext<CancelIntent>

/** The guards of cancellations. */
export const cancelGuards: Guards = guardsOf<CancelIntent>({
  check: (context) => {
    const { seaport } = splitCalls(context, 'cancel', () => false)
    for (const entry of seaport) checkCancel(context, entry)
    for (const entry of requestsOf(context)) checkCancelSignature(context, entry)
    checkAllCancelled(context)
  },
  requiredReads: ({ intent }) => ({ orderStatus: intent.orderIds, counters: intent.orderIds.length > 0 }),
})

/** Checks a call that cancels: only agreed orders, all of them the account's own, and no native coin. */
function checkCancel(context: Cancel, entry: TransactionEntry): undefined {
  const { data } = entry.data
  const { suffixBytes } = context.policy.fills
  const call = readCanonical<{ readonly orders?: readonly OrderComponents[] }>(
    context,
    entry,
    () => readCall(cancel, data, suffixBytes) ?? readCall(incrementCounterFunction, data, suffixBytes),
  )
  if (call === undefined || !sendsExactly(context, entry, 0n)) return
  const path = `${entry.path}.data.data`
  const seaport = entry.data.to
  if (call.orders === undefined) return cancelEverything(context, entry, seaport, path)
  if (context.intent.mode !== 'orders') return block(context, 'TX_SELECTOR', path, 'cancel')
  const orders: { readonly components: OrderComponents; readonly id: Hex }[] = []
  for (const [index, components] of call.orders.entries()) {
    const orderPath = `${path}#orders.${index}`
    if (components.offerer !== context.intent.account)
      return block(context, 'CALL_OFFERER', orderPath, components.offerer, context.intent.account)
    const id = orderId(components)
    if (!context.intent.orderIds.includes(id) || orders.some((order) => order.id === id))
      return block(context, 'CALL_CANCEL_SET', orderPath, id)
    orders.push({ components, id })
  }
  if (orders.length === 0) return block(context, 'CALL_CANCEL_SET', path, 'no orders')
  const ids = orders.map(({ id }) => id)
  if (!isRightSeaport(context, entry, orders)) return
  const claims = orders.map(({ id }) => ({ slot: cancelSlot(id), units: 1n }))
  if (!isDue(context, entry, claims)) return
  acceptCall(context, entry, {
    to: seaport,
    data: encodeCall(cancel, { orders: orders.map(({ components }) => components) }),
    value: 0n,
    purpose: 'cancel',
    effects: { ...noEffects, ends: orders.map(endedOrder) },
    claims,
    orders: ids,
  })
}

/** Returns a cancelled order with the token and the price that it would have moved. */
function endedOrder(order: { readonly components: OrderComponents; readonly id: Hex }): EndedOrder {
  const { offer, consideration } = order.components
  const sells = offer.some(({ itemType }) => isNft(itemType))
  // In a listing, fees are part of what it asks for. In an offer, they are paid from what it gives.
  const asked = consideration.filter(({ itemType }) => isNft(itemType) !== sells)
  return {
    order: order.id,
    terms: { gives: assetSums(offer), asks: assetSums(asked.length > 0 ? asked : consideration) },
  }
}

/** Returns the sum of the amounts of each asset. */
function assetSums(items: readonly OfferItem[]): readonly AssetDelta[] {
  const sums = new Map<string, AssetDelta>()
  for (const item of items) {
    const key = `${item.itemType}:${item.token}:${item.identifierOrCriteria}`
    const asset = assetOf(item)
    sums.set(key, { ...asset, amount: asset.amount + (sums.get(key)?.amount ?? 0n) })
  }
  return [...sums.values()]
}

/** Checks a call that cancels every order of the account by incrementing its counter. This must have been agreed. */
function cancelEverything(
  context: Cancel,
  entry: TransactionEntry,
  seaport: Address,
  path: string,
): undefined {
  if (context.intent.mode !== 'all') return block(context, 'TX_SELECTOR', path, 'incrementCounter')
  if (!isRightCounter(context, entry)) return
  const claims = [{ slot: cancelAllSlot(seaport), units: 1n }]
  if (!isDue(context, entry, claims)) return
  acceptCall(context, entry, {
    to: seaport,
    data: incrementCounterFunction.selector,
    value: 0n,
    purpose: 'cancel',
    effects: { ...noEffects, ends: 'all' },
    claims,
  })
}

/** Checks that the plan cancels every agreed order, unless the chain shows that it can no longer be filled. */
function checkAllCancelled(context: Cancel): undefined {
  const { intent, pending } = context
  if (pending) return
  const path = claimedPath(context)
  if (intent.mode === 'all') {
    const isIncremented = [...context.done, ...context.items].some(({ claims }) =>
      claims.some(({ slot }) => cancelsAll(slot)),
    )
    if (!isIncremented) block(context, 'FLOW_FALSE_COMPLETE', path, undefined, 'incrementCounter')
    return
  }
  for (const id of intent.orderIds) {
    if (used(context, cancelSlot(id)) > 0n) continue
    const state = cancelState(context, id)
    if (state === 'open') block(context, 'FLOW_FALSE_COMPLETE', path, undefined, id)
    else context.ended.push(id)
    if (state === 'filled') context.filled.push(id)
    // The order may have been signed for another Seaport and still be valid there.
    if (state === 'endedOnOne') addFinding(context, 'confirm', 'CALL_CANCEL_SET', path, id)
  }
}
