import type { Address, Hex } from 'viem'
import type { OrderStatus } from '../model/chainState.ts'
import type { GuardContext } from './guardContext.ts'

/** Returns the time of the check in unix seconds. */
export const nowSeconds = (context: GuardContext): bigint =>
  BigInt(Math.floor(context.chainState.now / 1_000))

/** Looks up a value in the chain state, and records that the proof depends on a chain read. */
export function readState<K, V>(
  context: GuardContext,
  map: ReadonlyMap<K, V> | undefined,
  key: K,
): V | undefined {
  const value = map?.get(key)
  if (value !== undefined) context.usedChainState = true
  return value
}

/** Returns the status of an order on one Seaport, or on any of them if the chain state does not distinguish them. */
export const statusAt = (context: GuardContext, seaport: Address, order: Hex): OrderStatus | undefined =>
  context.chainState.orderStatusAt === undefined
    ? readState(context, context.chainState.orderStatus, order)
    : readState(context, context.chainState.orderStatusAt, `${seaport}:${order}`)
