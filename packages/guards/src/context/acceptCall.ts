import type { Address, Hex } from 'viem'
import { seal } from '../model/checked.ts'
import { deepFreeze } from '../model/deepFreeze.ts'
import { callDigest } from '../model/hashes.ts'
import type { CheckedItem, Claim, Effects, ItemIndex, Purpose } from '../model/verdict.ts'
import type { GuardContext } from './guardContext.ts'

type Rebuilt = {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  readonly purpose: Purpose
  readonly effects: Effects
  readonly claims: readonly Claim[]
  readonly orders?: readonly Hex[]
  readonly partial?: boolean
}

/** Adds a call that the guards rebuilt to the items of the verdict. */
export function acceptCall(context: GuardContext, entry: ItemIndex, rebuilt: Rebuilt): void {
  const { chainId, account } = context.intent
  const { to, data, value, purpose, effects, claims, orders = [], partial = false } = rebuilt
  let digest: Hex | undefined
  const item: CheckedItem = {
    kind: 'transaction',
    stepIndex: entry.stepIndex,
    itemIndex: entry.itemIndex,
    purpose,
    effects: deepFreeze(effects),
    claims: deepFreeze(claims),
    orders: deepFreeze(orders),
    partial,
    call: seal({ kind: 'transaction', chainId, account, to, data, value }),
    // Hashed on first access. It is an own property, so that copies of the item have it too.
    get digest() {
      return (digest ??= callDigest(chainId, to, value, data))
    },
  }
  context.items.push(Object.freeze(item))
}
