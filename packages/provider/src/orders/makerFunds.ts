import type { Question } from '../chain/live.ts'
import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { insertBidders } from '../storage/chain/facts.ts'
import { takeExclusiveLock } from '../storage/chain/leases.ts'
import type { Queries } from '../storage/connection/database.ts'
import {
  type CounterReading,
  type FundsKey,
  type FundsReading,
  readFundsKeys,
  readUnsettled,
  type Signer,
  saveFunds,
  settleCounters,
} from '../storage/orders/readings.ts'
import { publishTouched } from '../storage/orders/status.ts'
import { unixTime } from '../unixTime.ts'
import { seaportOfKind } from './validateOrder.ts'

const questionsAbout = ({ maker, currency, conduit }: FundsKey): readonly Question[] => [
  { ask: 'balance', token: currency, account: maker },
  { ask: 'allowance', token: currency, account: maker, spender: conduit },
]

async function readFunds(
  chain: ChainDeps,
  makerFunds: readonly FundsKey[],
  block?: number,
): Promise<readonly FundsReading[]> {
  if (makerFunds.length === 0) return []
  const facts = await chain.live.read(makerFunds.flatMap(questionsAbout), block)
  return makerFunds.map((key) => ({
    ...key,
    funds: facts.balance(key.currency, key.maker),
    allowed: facts.allowance(key.currency, key.maker, key.conduit),
  }))
}

/** Balances and allowances of makers of bids, read before the transaction that writes them. */
export type FundsReadings = {
  /** Writes what was read. @returns the makerFunds that changed. */
  write(tx: Queries): Promise<readonly FundsKey[]>
}

/**
 * Reads the balances and allowances of these makers from the chain: allowances cannot be derived from events.
 * @param block read at this block where the node still has its state, at the newest one otherwise.
 */
export async function readMakerFunds(
  chain: ChainDeps,
  makers: readonly string[],
  block?: number,
): Promise<FundsReadings> {
  const chainId = chain.config.id
  let settled = block !== undefined
  const read = async (makerFunds: readonly FundsKey[]): Promise<readonly FundsReading[]> => {
    if (settled) {
      try {
        return await readFunds(chain, makerFunds, block)
      } catch (cause) {
        // The node no longer has the block or its state: what is read now is read again at the head later.
        chain.log.debug({ err: cause, block }, 'failed to read the state of a block')
        settled = false
      }
    }
    return readFunds(chain, makerFunds)
  }
  const makerFunds = await readFundsKeys(chain.db, chainId, makers)
  const readings = await read(makerFunds)
  // A key that is inserted before the caller's transaction was read by its own writer, and is settled later.
  return { write: (tx) => saveFunds(tx, chainId, readings, settled) }
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
  if (head === undefined || (open.makerFunds.length === 0 && open.signers.length === 0)) return false
  const [makerFunds, counters] = await Promise.all([
    readFunds(chain, open.makerFunds, head.number),
    readCounters(chain, open.signers, head.number),
  ])
  const block = await chain.reads.client.getBlock({ blockNumber: BigInt(head.number) })
  if (block.hash !== head.hash) return false
  return chain.db.transaction(async (tx) => {
    await takeExclusiveLock(tx, chainId, chain.term)
    const now = await readHead(tx, chainId)
    if (now?.hash !== head.hash) return false
    const changed = await saveFunds(tx, chainId, makerFunds, true)
    const moved = await settleCounters(tx, chainId, counters)
    await insertBidders(
      tx,
      chainId,
      head,
      makerFunds.map(({ maker }) => maker),
    )
    const touched = { makerFunds: changed, makers: moved }
    await publishTouched(tx, chainId, touched, 'all', unixTime(chain.clock))
    return open.makerFunds.length === batchSize || open.signers.length === batchSize
  })
}
