import type { ChainDeps } from '../deps.ts'
import { readMakerFunds } from '../orders/makerFunds.ts'
import { insertBlocks, type StoredBefore } from '../storage/chain/blocks.ts'
import { insertPayers } from '../storage/chain/facts.ts'
import { copyFacts, type Underived } from '../storage/chain/history.ts'
import { takeExclusiveLock } from '../storage/chain/leases.ts'
import { allowLongWork } from '../storage/connection/longWork.ts'
import { lockFacts } from '../storage/orders/lockFacts.ts'
import { deriveTouched } from '../storage/orders/status.ts'
import { publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'
import { applyBlocks, areMany, blockEvent, checkWritten, type ReadBlock } from './apply.ts'

/**
 * Facts from which owners, counts and statuses of orders are derived at once: on a chain with orders, whose writers
 * wait meanwhile, and on one without. The longer a stretch, the fewer temporary owners are written.
 */
const [shortStretch, longStretch] = [100_000, 500_000]

/** The code of Postgres for a row that is stored already. */
const duplicate = '23505'
const isDuplicate = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === duplicate

/**
 * Writes blocks far below the head, oldest first, in one transaction, and derives nothing from most of them before
 * there is a long stretch: {@link finishHistory} derives the rest. Their events are not published.
 * @param before what was stored when they were read.
 * @param stretches the number of facts from which is derived at once, with and without orders.
 * @throws {WatchedChange | HeadChange}
 */
export async function applyHistory(
  chain: ChainDeps,
  blocks: readonly ReadBlock[],
  before: StoredBefore,
  stretches: readonly [number, number] = [shortStretch, longStretch],
): Promise<void> {
  try {
    const { facts, hasOrders } = await copyBlocks(chain, blocks, before)
    if (facts >= stretches[hasOrders ? 0 : 1]) await finishHistory(chain)
  } catch (cause) {
    // A node returned a log twice, or facts of these blocks were stored by other means: those that are stored stay.
    if (!isDuplicate(cause)) throw cause
    await applyBlocks(chain, blocks, before, false)
  }
}

async function copyBlocks(
  chain: ChainDeps,
  blocks: readonly ReadBlock[],
  before: StoredBefore,
): Promise<Underived> {
  const chainId = chain.config.id
  const payers = [...new Set(blocks.flatMap(({ facts }) => facts.payers))]
  const makerFunds = payers.length === 0 ? undefined : await readMakerFunds(chain, payers)
  const { underived, published } = await chain.db.transaction(async (tx) => {
    if (areMany(blocks)) await allowLongWork(tx)
    await takeExclusiveLock(tx, chainId, undefined)
    const written = checkWritten(
      chain,
      await insertBlocks(tx, chainId, blocks, { ...before, term: chain.term }),
    )
    const fresh = blocks.filter(({ head }) => written.has(head.number))
    const last = fresh.at(-1)
    if (last === undefined) return { underived: { facts: 0, hasOrders: true }, published: [] }
    const facts = fresh.map(({ head, facts }) => ({ block: head, facts }))
    const underived = await copyFacts(tx, chainId, facts)
    if (makerFunds !== undefined) await insertPayers(tx, chainId, facts)
    const paid = (await makerFunds?.write(tx)) ?? []
    const changes = await deriveTouched(tx, chainId, { makerFunds: paid }, 'open', unixTime(chain.clock))
    return {
      underived,
      published: await publish(tx, chainId, [...changes, blockEvent(last)]),
    }
  })
  chain.hub.committed(published)
  return underived
}

/** Derives everything that follows from the history as far as it is stored. */
export async function finishHistory(chain: ChainDeps): Promise<void> {
  const chainId = chain.config.id
  const published = await chain.db.transaction(async (tx) =>
    publish(tx, chainId, await lockFacts(tx, chainId, chain.term, unixTime(chain.clock))),
  )
  chain.hub.committed(published)
}
