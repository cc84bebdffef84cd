import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { ordersWithReadings } from '../storage/orders/factReadings.ts'
import { makersOfOffers, openOrdersOfToken } from '../storage/orders/fillable.ts'
import { publishTouched, takeUpdateLock } from '../storage/orders/status.ts'
import { unixTime } from '../unixTime.ts'
import { readMakerFunds } from './makerFunds.ts'
import { ChainMovedError, recountFitting, recountOrders } from './recount.ts'

/** How often the chain is read again because a block was stored in between. */
const maxAttempts = 3

/** Reads from the chain again what the status of these orders depends on, when a live check found one stale. */
export async function revalidateOrders(chain: ChainDeps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const chainId = chain.config.id
  await recountRead(chain, await ordersWithReadings(chain.db, chainId, ids))
  const makers = await makersOfOffers(chain.db, chainId, ids)
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const before = await readHead(chain.db, chainId)
    const makerFunds = await readMakerFunds(chain, makers)
    const done = await chain.db.transaction(async (tx) => {
      await takeUpdateLock(tx, chainId)
      // What was read may be older than a block that was stored in between, and must not overwrite it.
      const after = await readHead(tx, chainId)
      if (makers.length > 0 && after?.hash !== before?.hash && attempt < maxAttempts) return false
      const touched = { orders: ids, makerFunds: await makerFunds.write(tx) }
      await publishTouched(tx, chainId, touched, 'open', unixTime(chain.clock))
      return true
    })
    if (done) return
  }
}

/**
 * Reads again the state of listings that no event reports. Where that fails now, it is counted and left to the recount:
 * the caller's own work, such as taking an order, is done.
 */
async function recountRead(chain: ChainDeps, ids: readonly string[]): Promise<void> {
  try {
    for (let [start, most] = [0, ids.length]; start < ids.length; ) {
      const { size } = await recountFitting(Math.min(most, ids.length - start), (count) =>
        recountOrders(chain, ids.slice(start, start + count)),
      )
      start += size
      most = size
    }
  } catch (cause) {
    chain.counts.add(cause instanceof ChainMovedError ? 'recount-postponed' : 'recount-failed')
    chain.log.warn({ err: cause }, 'failed to read again the state of listings that no event reports')
  }
}

/** Revalidates every open order of a token. */
export async function revalidateToken(chain: ChainDeps, contract: string, tokenId: bigint): Promise<void> {
  await revalidateOrders(chain, await openOrdersOfToken(chain.db, chain.config.id, contract, tokenId))
}
