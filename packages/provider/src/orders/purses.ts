import type { Question } from '../chain/live.ts'
import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { insertBidders } from '../storage/chain/facts.ts'
import { takeExclusiveLock } from '../storage/chain/leases.ts'
import type { Queries } from '../storage/connection/database.ts'
import {
  type CounterReading,
  type Purse,
  type PurseReading,
  pursesOf,
  readUnsettled,
  type Signer,
  savePurses,
  settleCounters,
} from '../storage/orders/readings.ts'
import { publishTouched } from '../storage/orders/status.ts'
import { seaportOfKind } from './validateOrder.ts'

const questionsAbout = ({ maker, currency, conduit }: Purse): readonly Question[] => [
  { ask: 'balance', token: currency, account: maker },
  { ask: 'allowance', token: currency, account: maker, spender: conduit },
]

async function readPurses(
  chain: ChainDeps,
  purses: readonly Purse[],
  block?: number,
): Promise<readonly PurseReading[]> {
  if (purses.length === 0) return []
  const facts = await chain.live.read(purses.flatMap(questionsAbout), block)
  return purses.map((purse) => ({
    ...purse,
    funds: facts.balance(purse.currency, purse.maker),
    allowed: facts.allowance(purse.currency, purse.maker, purse.conduit),
  }))
}

/** Balances and allowances of makers of bids, read before the transaction that writes them. */
export type PurseReadings = {
  /** Writes what was read. @returns the purses that changed. */
  write(tx: Queries): Promise<readonly Purse[]>
}

/**
 * Reads the balances and allowances of these makers from the chain: allowances cannot be derived from events.
 * @param block read at this block where the node still has its state, at the newest one otherwise.
 */
export async function readPursesOf(
  chain: ChainDeps,
  makers: readonly string[],
  block?: number,
): Promise<PurseReadings> {
  const chainId = chain.config.id
  let settled = block !== undefined
  const read = async (purses: readonly Purse[]): Promise<readonly PurseReading[]> => {
    if (settled) {
      try {
        return await readPurses(chain, purses, block)
      } catch (cause) {
        // The node no longer has the block or its state: what is read now is read again at the head later.
        chain.log.debug({ err: cause, block }, 'failed to read the state of a block')
        settled = false
      }
    }
    return readPurses(chain, purses)
  }
  const purses = await pursesOf(chain.db, chainId, makers)
  const readings = await read(purses)
  // A purse that is inserted before the caller's transaction was read by its own writer, and is settled later.
  return { write: (tx) => savePurses(tx, chainId, readings, settled) }
}

/** The most readings that are settled at once. */
const batchSize = 200

async function readCounters(
  chain: ChainDeps,
  signers: readonly Signer[],
  block: number,
): Promise<readonly CounterReading[]> {
  if (signers.length === 0) return []
  const facts = await chain.live.read(
    signers.map(({ kind, maker }) => ({
      ask: 'counter',
      seaport: seaportOfKind(chain, kind),
      account: maker,
    })),
    block,
  )
  return signers.flatMap((signer) => {
    const counter = facts.counter(seaportOfKind(chain, signer.kind), signer.maker)
    return counter === undefined ? [] : [{ ...signer, counter }]
  })
}

/**
 * Reads again, at the stored head, what was read at a block that was not stored yet and may since have been removed
 * by a reorganization. To be called when the stored head is the node's.
 * @returns whether there is more to do.
 */
export async function settleReadings(chain: ChainDeps): Promise<boolean> {
  const chainId = chain.config.id
  const [head, open] = await Promise.all([
    readHead(chain.db, chainId),
    readUnsettled(chain.db, chainId, batchSize),
  ])
  if (head === undefined || (open.purses.length === 0 && open.signers.length === 0)) return false
  const [purses, counters] = await Promise.all([
    readPurses(chain, open.purses, head.number),
    readCounters(chain, open.signers, head.number),
  ])
  const block = await chain.reads.client.getBlock({ blockNumber: BigInt(head.number) })
  if (block.hash !== head.hash) return false
  return chain.db.transaction(async (tx) => {
    await takeExclusiveLock(tx, chainId, chain.term)
    const now = await readHead(tx, chainId)
    if (now?.hash !== head.hash) return false
    const changed = await savePurses(tx, chainId, purses, true)
    const moved = await settleCounters(tx, chainId, counters)
    await insertBidders(
      tx,
      chainId,
      head,
      purses.map(({ maker }) => maker),
    )
    const touched = { purses: changed, makers: moved }
    await publishTouched(tx, chainId, touched, 'all', Math.floor(chain.clock() / 1000))
    return open.purses.length === batchSize || open.signers.length === batchSize
  })
}
