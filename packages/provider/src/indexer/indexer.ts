import { BlockNotFoundError, createClient, type Hex, webSocket } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { describeTokens } from '../metadata/describe.ts'
import { expireOrders } from '../orders/status.ts'
import { sql } from '../storage/db.ts'
import { applyBlock, type BlockHead, undoBlock } from './apply.ts'
import { factsOf } from './facts.ts'

/** Follows one chain block by block, from where it stopped. */
export type Indexer = {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds between looks when no new head was announced. */
const pollInterval = 1000

const headOf = async (chain: ChainDeps): Promise<BlockHead | undefined> => {
  const [row] = await chain.db.rows<{ number: string; hash: string; parent_hash: string; timestamp: string }>(
    sql`select number, hash, parent_hash, timestamp from blocks where chain_id = ${chain.config.id} order by number desc limit 1`,
  )
  return row === undefined
    ? undefined
    : {
        number: Number(row.number),
        hash: row.hash,
        parentHash: row.parent_hash,
        timestamp: Number(row.timestamp),
      }
}

/** Takes one step towards the chain's head. Answers whether there is more to do at once. */
export async function advance(chain: ChainDeps): Promise<boolean> {
  const { client } = chain.reads
  const mine = await headOf(chain)
  if (mine === undefined) {
    const first = await client.getBlock({ blockNumber: BigInt(chain.config.startBlock) })
    await applyBlock(
      chain,
      {
        number: Number(first.number),
        hash: first.hash,
        parentHash: first.parentHash,
        timestamp: Number(first.timestamp),
      },
      factsOf([], chain.config),
      [],
    )
    return true
  }
  let block: Awaited<ReturnType<typeof client.getBlock>>
  try {
    block = await client.getBlock({ blockNumber: BigInt(mine.number + 1) })
  } catch (cause) {
    if (!(cause instanceof BlockNotFoundError)) throw cause
    return undoIfReplaced(chain, mine)
  }
  if (block.parentHash !== mine.hash) {
    await undoBlock(chain, mine)
    return true
  }
  const addresses = [
    chain.config.seaport,
    chain.config.wrappedNative,
    ...(chain.config.usdc === undefined ? [] : [chain.config.usdc]),
    ...chain.config.collections,
  ]
  const logs = await client.getLogs({ blockHash: block.hash as Hex, address: addresses })
  const head = {
    number: Number(block.number),
    hash: block.hash as string,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
  }
  await applyBlock(chain, head, factsOf(logs as never, chain.config), block.transactions as readonly string[])
  return true
}

/** The chain may have become shorter, or its newest block another one. */
async function undoIfReplaced(chain: ChainDeps, mine: BlockHead): Promise<boolean> {
  if (mine.number <= chain.config.startBlock) return false
  try {
    const same = await chain.reads.client.getBlock({ blockNumber: BigInt(mine.number) })
    if (same.hash === mine.hash) return false
  } catch (cause) {
    if (!(cause instanceof BlockNotFoundError)) throw cause
  }
  await undoBlock(chain, mine)
  return true
}

export function createIndexer(chain: ChainDeps): Indexer {
  const stopped = new AbortController()
  let wake: (() => void) | undefined
  let unsubscribe: (() => unknown) | undefined
  let running: Promise<void> | undefined
  let announced = false

  const nudge = (): void => {
    announced = true
    wake?.()
  }
  const rest = (milliseconds: number): Promise<void> =>
    new Promise((done) => {
      if (announced || stopped.signal.aborted) return done()
      const timer = setTimeout(done, milliseconds)
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })

  const loop = async (): Promise<void> => {
    let failures = 0
    while (!stopped.signal.aborted) {
      announced = false
      try {
        while (!stopped.signal.aborted && (await advance(chain))) announced = false
        await expireOrders(chain.db, chain.config.id, Math.floor(chain.clock() / 1000))
        await describeTokens(chain)
        failures = 0
        await rest(pollInterval)
      } catch (cause) {
        failures += 1
        if (stopped.signal.aborted) return
        chain.log.warn({ err: cause, failures }, 'the chain could not be followed; trying again')
        await rest(Math.min(500 * 2 ** failures, 15_000))
      }
    }
  }

  const listen = async (): Promise<void> => {
    const { wsUrl } = chain.config
    if (wsUrl === undefined) return
    try {
      const client = createClient({
        transport: webSocket(wsUrl, { reconnect: { attempts: 1_000_000, delay: 2000 } }),
      })
      const subscription = await client.transport.subscribe({
        params: ['newHeads'],
        onData: nudge,
        onError: nudge,
      })
      unsubscribe = async () => {
        await subscription.unsubscribe().catch(() => {})
        ;(await client.transport.getRpcClient()).close()
      }
    } catch (cause) {
      chain.log.warn({ err: cause }, 'new blocks are not announced; the chain is polled')
    }
  }

  return {
    start: async () => {
      await listen()
      running = loop()
    },
    stop: async () => {
      stopped.abort()
      wake?.()
      await unsubscribe?.()
      await running
    },
  }
}
