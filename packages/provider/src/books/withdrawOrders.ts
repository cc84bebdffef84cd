import type { Hex } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { readOrders } from '../storage/orders/orders.ts'
import { deriveOrders, takeUpdateLock } from '../storage/orders/status.ts'
import { cancelInZone, restoreInZone } from '../storage/orders/zoneCancels.ts'
import { publish } from '../storage/service/outbox.ts'

/** Changes the word of a book about orders, and derives their status from it and from the chain. */
function change(chain: ChainDeps, ids: readonly Hex[], how: typeof cancelInZone): Promise<void> {
  const { db, config } = chain
  return db.transaction(async (tx) => {
    await takeUpdateLock(tx, config.id)
    await how(tx, config.id, ids)
    await publish(tx, config.id, await deriveOrders(tx, config.id, ids, Math.floor(chain.clock() / 1000)))
  })
}

/** Takes orders out that only their book could fill, and that it no longer offers. */
export async function withdrawOrders(chain: ChainDeps, ids: readonly Hex[]): Promise<void> {
  if (ids.length > 0) await change(chain, ids, cancelInZone)
}

/** Takes orders back in that were withdrawn, and that their book offers again. */
export async function restoreOrders(
  chain: ChainDeps,
  ids: readonly Hex[],
  book: { readonly domain: string; readonly zones: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  // An order of our own zone is not another book's to bring back.
  const own = (await readOrders(chain.db, chain.config.id, ids)).filter(
    ({ source, signedBy, components }) =>
      source === book.domain && (signedBy === 'book' || book.zones.includes(components.zone)),
  )
  if (own.length > 0)
    await change(
      chain,
      own.map(({ id }) => id),
      restoreInZone,
    )
}
