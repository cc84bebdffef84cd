import type { Address, Hex } from 'viem'
import type { OrderStatus } from '../model/chainState.ts'
import type { GuardContext } from './guardContext.ts'

/** The time of the check in unix seconds. */
export const nowSeconds = (context: GuardContext): bigint =>
  BigInt(Math.floor(context.chainState.now / 1_000))

/** Reads a value of the chain state and remembers that the chain took part in the proof. */
export function fact<K, V>(context: GuardContext, map: ReadonlyMap<K, V> | undefined, key: K): V | undefined {
  const value = map?.get(key)
  if (value !== undefined) context.usedChainState = true
  return value
}

/** Returns the status of an order on one Seaport, or on any of them if the state does not tell them apart. */
export const statusAt = (context: GuardContext, seaport: Address, order: Hex): OrderStatus | undefined =>
  context.chainState.orderStatusAt === undefined
    ? fact(context, context.chainState.orderStatus, order)
    : fact(context, context.chainState.orderStatusAt, `${seaport}:${order}`)
