import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { readState, statusAt } from '../context/chainReads.ts'
import { used } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import { isFilled } from '../model/chainState.ts'
import type { CancelIntent } from '../model/intent.ts'
import { cancelAllSlot } from '../model/slots.ts'

type Cancel = GuardContext<CancelIntent>

/** Returns the Seaport version that an order was signed for: the one that its terms prove, else the caller's. */
const versionOf = ({ chainState, intent }: Cancel, id: Hex): SeaportVersion | undefined =>
  chainState.ownOrders?.get(id)?.version ?? intent.version

/** Returns the Seaports of a version, or all of them without a version. */
const seaportsOf = ({ seaports }: Cancel, version: SeaportVersion | undefined): readonly Address[] =>
  [...seaports.keys()].filter((seaport) => version === undefined || seaports.get(seaport) === version)

/**
 * Returns the Seaports on which an order of the account may be valid. If its version is not known, these are the ones on
 * which it was filled in part, because only a signed order can be. Without a fill, these are the ones on which the
 * account's counter is that of the order, or was not read. No Seaport accepts an order with another counter.
 */
function possibleSeaports(context: Cancel, id: Hex, counter: bigint | undefined): readonly Address[] {
  const { chainState } = context
  const version = versionOf(context, id)
  const all = seaportsOf(context, version)
  if (version !== undefined || all.length < 2) return all
  const filled = all.filter(
    (seaport) => (chainState.orderStatusAt?.get(`${seaport}:${id}`)?.filled ?? 0n) > 0n,
  )
  if (filled.length > 0) {
    context.usedChainState = true
    return filled
  }
  return all.filter((seaport) => {
    const current = readState(context, chainState.counters, seaport)
    return counter === undefined || current === undefined || current === counter
  })
}

/**
 * Checks that a cancellation is sent to the Seaport on which the orders may be valid. An order has the same id on every
 * Seaport, and one that is cancelled on one stays valid on the others. An order that may be valid on several Seaports
 * needs a confirmation.
 */
export function isRightSeaport(
  context: Cancel,
  entry: TransactionEntry,
  orders: readonly { readonly id: Hex; readonly components: OrderComponents }[],
): boolean {
  const { to } = entry.data
  const path = `${entry.path}.data.to`
  let other: Address | undefined
  for (const { id, components } of orders) {
    const version = versionOf(context, id)
    const possible = possibleSeaports(context, id, components.counter)
    // An order that is valid nowhere has ended already.
    const isElsewhere =
      version === undefined
        ? possible.length > 0 && !possible.includes(to)
        : version !== context.seaports.get(to)
    if (isElsewhere) {
      block(context, 'CALL_CANCEL_SET', path, to, version ?? possible[0])
      return false
    }
    other ??= possible.find((seaport) => seaport !== to)
  }
  if (other !== undefined) addFinding(context, 'confirm', 'CALL_CANCEL_SET', path, to, other)
  return true
}

/**
 * Checks that the counter is incremented on the Seaport that was agreed. If no version was agreed, an increment on an
 * older Seaport needs a confirmation, unless everything on the newest is cancelled before.
 */
export function isRightCounter(context: Cancel, entry: TransactionEntry): boolean {
  const { seaports, intent } = context
  const path = `${entry.path}.data.to`
  const { to } = entry.data
  if (intent.version !== undefined && intent.version !== seaports.get(to)) {
    block(context, 'CALL_CANCEL_SET', path, to, intent.version)
    return false
  }
  const newest = seaports.keys().next().value
  const isNewestCancelled = newest !== undefined && used(context, cancelAllSlot(newest)) > 0n
  if (to !== newest && intent.version === undefined && !isNewestCancelled)
    addFinding(context, 'confirm', 'CALL_CANCEL_SET', path, to, newest)
  return true
}

/**
 * Returns whether the chain shows that an order can never be filled again: it was `filled`, or it has `ended`, because it
 * has expired by the time of the latest block, or because on each Seaport on which it may be valid it was cancelled or its
 * counter was incremented. Returns `endedOnOne` if it was cancelled on one of several.
 */
export function cancelState(context: Cancel, id: Hex): 'ended' | 'filled' | 'endedOnOne' | 'open' {
  const { chainState } = context
  const order = chainState.ownOrders?.get(id)
  const all = seaportsOf(context, versionOf(context, id))
  if (all.length === 0) return 'open'
  const expired =
    order !== undefined &&
    chainState.chainNow !== undefined &&
    order.endTime * 1_000n <= BigInt(Math.floor(chainState.chainNow))
  const isIncremented = (seaport: Address) =>
    order !== undefined && (readState(context, chainState.counters, seaport) ?? 0n) > order.counter
  const isCancelled = (seaport: Address) => statusAt(context, seaport, id)?.cancelled === true
  const wasFilled = all.some((seaport) => {
    const status = statusAt(context, seaport, id)
    return status !== undefined && isFilled(status)
  })
  if (wasFilled) return 'filled'
  if (expired || all.every(isIncremented)) return 'ended'
  const possible = possibleSeaports(context, id, order?.counter)
  const cancelled = possible.filter(isCancelled)
  if (cancelled.length === 0) return 'open'
  // Without a status per Seaport it is not known on which one the order was cancelled.
  const isToldApart = chainState.orderStatusAt !== undefined || all.length === 1
  const isEnded = (seaport: Address) => isCancelled(seaport) || isIncremented(seaport)
  return isToldApart && possible.every(isEnded) ? 'ended' : 'endedOnOne'
}
