import type { ChainState, RequiredReads } from '@sluice/guards'
import { type Hex, numberToHex } from 'viem'
import { withTimeout } from '../wait.ts'
import { atBlock, type ChainReader } from './chainReader.ts'
import { readMakerCounters } from './readChainState.ts'
import { readQuantity } from './reads.ts'

/** How many blocks ago counters are read. Every node keeps the state of the last 128 blocks. */
const blocksAgo = [1n, 4n, 16n, 100n]
/** Milliseconds that a node has for an answer: it only decides how the failure is explained. */
const timeout = 2_000

/**
 * Returns earlier counters of a plan's makers, where they have raised them since. Raising its counter ends all orders
 * that a maker signed before (`incrementCounter` of Seaport), and a provider may not have seen it yet. The hash of an
 * order covers the counter, so with the new counter such an order looks like one that nobody asked for.
 *
 * @returns a map for each depth at which a counter differs, as `ChainState.makerCounters` has it. Empty where no node
 * answers.
 */
export async function raisedCounters(
  reader: ChainReader,
  { makerCounters: makers }: RequiredReads,
  now: ChainState['makerCounters'],
): Promise<readonly ReadonlyMap<string, bigint>[]> {
  if (makers.length === 0) return []
  const read = async () => {
    const head = await readQuantity(reader, 'eth_blockNumber', [])
    const blocks = blocksAgo.flatMap((depth): readonly Hex[] =>
      depth <= head ? [numberToHex(head - depth)] : [],
    )
    return Promise.all(blocks.map((block) => readMakerCounters(atBlock(reader, block), makers)))
  }
  const earlier = await withTimeout(
    read().catch(() => []),
    timeout,
    () => [],
  )
  return earlier.filter((counters) => [...counters].some(([key, counter]) => now?.get(key) !== counter))
}
