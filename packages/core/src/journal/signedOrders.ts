import { type OrderComponents, orderHash, type SeaportVersion } from '@sluice/seaport'
import { lowerHex } from '@sluice/seaport/hex'
import { orderComponents, ParseError, parse } from '@sluice/wire'
import { type Address, type Hex, zeroHash } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { invalidInput } from '../errors.ts'
import { isRecord } from '../property.ts'
import type { JournalClient } from './journal.ts'
import type { JournalEntry } from './journalEntry.ts'

/** An order that a signature of the journal is for. */
export type EntryOrder = {
  readonly orderId: Hex
  readonly version: SeaportVersion
  readonly components: OrderComponents
}

/**
 * Returns the orders of an entry, from the bytes that were stored before they were signed. The journal may have been
 * edited: an order counts only if it hashes to an id of the entry and is of the entry's account.
 */
export function signedOrdersOf(entry: JournalEntry): readonly EntryOrder[] {
  if (entry.kind !== 'signature' || entry.post === undefined) return []
  return postedOrders(entry.post.body).flatMap(({ kind, data }): readonly EntryOrder[] => {
    const components = readComponents(data)
    if (components === undefined || components.offerer !== entry.account) return []
    const orderId = orderHash(components)
    return entry.orderIds.includes(orderId)
      ? [{ orderId, version: kind === 'seaport-v1.5' ? '1.5' : '1.6', components }]
      : []
  })
}

/** Returns whether the body to post contains exactly the orders of the entry. */
export function isWhole(entry: JournalEntry): boolean {
  const ids = new Set(signedOrdersOf(entry).map(({ orderId }) => orderId))
  return ids.size === entry.orderIds.length && ids.size === postedOrders(entry.post?.body).length
}

type Posted = { readonly kind?: unknown; readonly data?: unknown }

/** One order, or the items of several under one signature. */
function postedOrders(body: unknown): readonly Posted[] {
  if (!isRecord(body)) return []
  const items = Array.isArray(body.items) ? body.items : [body]
  return items.flatMap((item: unknown) => (isRecord(item) && isRecord(item.order) ? [item.order] : []))
}

/** Parses the terms of an order; `undefined` if they are malformed. */
export function readComponents(data: unknown): OrderComponents | undefined {
  try {
    return parse(orderComponents, data, 'The order')
  } catch (cause) {
    if (cause instanceof ParseError) return undefined
    throw cause
  }
}

/**
 * Names an order that a caller passes by its own hash, so that no other can be filled in its place.
 * @throws {TradeError} `invalid_input`
 */
export function rawOrderHash(data: unknown, field: string): Hex {
  try {
    return orderHash(parse(orderComponents, data, 'The raw order'))
  } catch (cause) {
    throw invalidInput(field, cause instanceof Error ? cause.message : 'The raw order is malformed.')
  }
}

/** An order that the journal holds, with its entry and the Seaport it was signed for. */
export type JournalOrder = EntryOrder & { readonly entry: JournalEntry; readonly seaport: Address }

/** Whether an entry ended without a signature that anybody could have. */
export const signsNothing = ({ state, post }: JournalEntry): boolean =>
  post?.signature === undefined && (state === 'rejected' || state === 'failed')

/** Returns the orders of an account that the journal holds for a chain, oldest first. */
export async function journalOrders(
  { journal }: Pick<JournalClient, 'journal'>,
  chain: Chain,
  account: Address | undefined,
): Promise<readonly JournalOrder[]> {
  const entries = (await journal.entries()).filter(
    (entry) =>
      entry.chainId === chain.id &&
      (account === undefined || entry.account === account) &&
      !signsNothing(entry),
  )
  const orders = ordersOfEntries(entries, chain)
  return [...new Map(orders.map((order) => [order.orderId, order])).values()]
}

/** Returns the orders of journal entries that a Seaport of the chain accepts. */
export const ordersOfEntries = (
  entries: readonly JournalEntry[],
  chain: Pick<Chain, 'seaport'>,
): readonly JournalOrder[] =>
  entries.flatMap((entry) =>
    signedOrdersOf(entry).flatMap((order): readonly JournalOrder[] => {
      const seaport = chain.seaport[order.version]
      return seaport === undefined ? [] : [{ ...order, entry, seaport: lowerHex(seaport) }]
    }),
  )

/** Returns who moves what an order offers: its conduit, or Seaport itself; `undefined` for a conduit that is not known. */
export function spenderOf(
  { conduits }: Pick<Chain, 'conduits'>,
  { components, seaport }: JournalOrder,
): Address | undefined {
  if (components.conduitKey === zeroHash) return seaport
  const conduit = conduits.find(({ key }) => lowerHex(key) === components.conduitKey)
  return conduit && lowerHex(conduit.address)
}
