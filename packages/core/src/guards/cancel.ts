import { cancelOrders, incrementCounter, type OrderComponents, orderHash } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { readCall, sendsExactly } from './call.ts'
import { noEffects } from './effects.ts'
import type { CancelIntent } from './intent.ts'
import {
  acceptCall,
  block,
  fact,
  type Judgement,
  settleIfDone,
  type TransactionEntry,
  used,
} from './judgement.ts'

type Cancel = Judgement<CancelIntent>

const everything = 'cancel:all'
const slotOf = (orderId: Hex): string => `cancel:${orderId}`

/** Judges a cancellation: exactly the agreed orders, all of them the account's own, and nothing paid. */
export function judgeCancel(judgement: Cancel, entry: TransactionEntry): undefined {
  const call = readCall(judgement, entry, judgement.policy.fills.suffixBytes)
  if (call === undefined || !sendsExactly(judgement, entry, 0n)) return
  const path = `${entry.path}.data.data`
  const seaport = entry.data.to
  if (call.name === 'incrementCounter') return cancelEverything(judgement, entry, seaport, path)
  if (call.name !== 'cancel') return block(judgement, 'TX_SELECTOR', path, call.name)
  const orders: { readonly components: OrderComponents; readonly id: Hex }[] = []
  for (const [index, components] of call.orders.entries()) {
    const at = `${path}#orders.${index}`
    if (components.offerer !== judgement.intent.account)
      return block(judgement, 'CALL_OFFERER', at, components.offerer, judgement.intent.account)
    const id = orderHash(components)
    if (!judgement.intent.orderIds.includes(id) || orders.some((order) => order.id === id))
      return block(judgement, 'CALL_CANCEL_SET', at, id)
    orders.push({ components, id })
  }
  if (orders.length === 0) return block(judgement, 'CALL_CANCEL_SET', path, 'no orders')
  const claims = orders.map(({ id }) => ({ slot: slotOf(id), units: 1n }))
  if (settleIfDone(judgement, entry, claims)) return
  if (claims.some(({ slot }) => used(judgement, slot) > 0n))
    return block(judgement, 'FLOW_BUDGET', entry.path)
  acceptCall(judgement, entry, {
    ...cancelOrders(
      seaport,
      orders.map(({ components }) => components),
    ),
    purpose: 'cancel',
    effects: noEffects,
    claims,
    orders: orders.map(({ id }) => id),
  })
}

/** Bumping the counter voids every order there is: only where just that was asked for. */
function cancelEverything(
  judgement: Cancel,
  entry: TransactionEntry,
  seaport: Address,
  path: string,
): undefined {
  if (judgement.intent.mode !== 'all') return block(judgement, 'CALL_CANCEL_SET', path, 'incrementCounter')
  const claims = [{ slot: `${everything}:${seaport}`, units: 1n }]
  if (settleIfDone(judgement, entry, claims)) return
  if (used(judgement, claims[0]?.slot ?? '') > 0n) return block(judgement, 'FLOW_BUDGET', entry.path)
  acceptCall(judgement, entry, {
    ...incrementCounter(seaport),
    purpose: 'cancel',
    effects: noEffects,
    claims,
  })
}

/** Every agreed order is being cancelled, or the chain shows that it can no longer be filled. */
export function checkCancel(judgement: Cancel): undefined {
  const { intent, pending } = judgement
  if (pending) return
  const done = judgement.entries.find((entry) => entry.complete)
  const path = done === undefined ? 'steps' : `${done.path}.status`
  if (intent.mode === 'all') {
    const bumped = [...judgement.done, ...judgement.items].some((item) =>
      item.claims.some(({ slot }) => slot.startsWith(everything)),
    )
    if (!bumped) block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, 'incrementCounter')
    return
  }
  for (const id of intent.orderIds) {
    if (used(judgement, slotOf(id)) > 0n) continue
    const status = fact(judgement, judgement.facts.orderStatus, id)
    const over =
      status !== undefined && (status.cancelled || (status.size > 0n && status.filled >= status.size))
    if (!over) block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, id)
  }
}
