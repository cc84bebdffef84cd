import type { Address, Hex } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { seaportOf, seaportOfKind } from '../orders/validateOrder.ts'
import { readOrders } from '../storage/orders/orders.ts'
import { deriveOrders, takeUpdateLock } from '../storage/orders/status.ts'
import { cancelInZone, ordersOfBook, restoreInZone } from '../storage/orders/zoneCancels.ts'
import { publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'
import { type OrderRef, refKey } from './orderBook.ts'

/** The orders of a book by what they say: its domain as their source, and its zones. */
type BookTerms = { readonly domain: string; readonly zones: readonly Address[] }

/** Open orders that only their book can fill. */
export async function openOrders(
  chain: ChainDeps,
  book: BookTerms,
  of: Parameters<typeof ordersOfBook>[3],
): Promise<readonly OrderRef[]> {
  const rows = await ordersOfBook(chain.db, chain.config.id, book, of)
  return rows.map(({ id, kind }) => ({ id, seaport: seaportOfKind(chain, kind) }))
}

/** Which of the orders named are open, and can be filled by their book only. */
export async function openAmong(
  chain: ChainDeps,
  book: BookTerms,
  named: readonly OrderRef[],
): Promise<readonly OrderRef[]> {
  if (named.length === 0) return []
  const keys = new Set(named.map(refKey))
  const open = await openOrders(chain, book, { among: named.map(({ id }) => id) })
  return open.filter((one) => keys.has(refKey(one)))
}

/** Stores whether a book offers orders, and derives their status from it and from the chain. */
function change(chain: ChainDeps, ids: readonly Hex[], how: typeof cancelInZone): Promise<void> {
  const { db, config } = chain
  return db.transaction(async (tx) => {
    await takeUpdateLock(tx, config.id)
    await how(tx, config.id, ids)
    await publish(tx, config.id, await deriveOrders(tx, config.id, ids, unixTime(chain.clock)))
  })
}

/** Takes orders out that only their book could fill, and that it no longer offers. */
export async function withdrawOrders(chain: ChainDeps, orders: readonly OrderRef[]): Promise<void> {
  const ids = [...new Set(orders.map(({ id }) => id))]
  if (ids.length > 0) await change(chain, ids, cancelInZone)
}

/** Takes orders back in that were withdrawn, and that their book offers again. */
export async function restoreOrders(
  chain: ChainDeps,
  book: BookTerms,
  orders: readonly OrderRef[],
): Promise<void> {
  if (orders.length === 0) return
  const keys = new Set(orders.map(refKey))
  const ids = orders.map(({ id }) => id)
  // Another book cannot restore an order of our own zone.
  const own = (await readOrders(chain.db, chain.config.id, ids)).filter(
    ({ id, version, source, signedBy, components }) =>
      keys.has(refKey({ id, seaport: seaportOf(chain.config, version) ?? chain.config.seaport })) &&
      source === book.domain &&
      (signedBy === 'book' || book.zones.includes(components.zone)),
  )
  if (own.length > 0)
    await change(
      chain,
      own.map(({ id }) => id),
      restoreInZone,
    )
}
