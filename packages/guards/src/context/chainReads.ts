import type { Address, Hex } from 'viem'
import type { OrderStatus } from '../model/chainState.ts'
import type { Judgement } from './guardContext.ts'

/** Unix seconds of the judgement. */
export const nowSeconds = (judgement: Judgement): bigint => BigInt(Math.floor(judgement.facts.now / 1_000))

/** Reads a fact and remembers that the chain took part in the proof. */
export function fact<K, V>(judgement: Judgement, map: ReadonlyMap<K, V> | undefined, key: K): V | undefined {
  const value = map?.get(key)
  if (value !== undefined) judgement.usedFacts = true
  return value
}

/** Where an order stands on one Seaport; on any of them where a node's answer was not told apart. */
export const statusAt = (judgement: Judgement, seaport: Address, order: Hex): OrderStatus | undefined =>
  judgement.facts.orderStatusAt === undefined
    ? fact(judgement, judgement.facts.orderStatus, order)
    : fact(judgement, judgement.facts.orderStatusAt, `${seaport}:${order}`)
