import { isBytes32, lowerHex } from '@sluice/seaport/hex'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import { TradeError } from '../errors.ts'
import type { ChainReader } from './chainReader.ts'
import { readBlockNumber } from './receipts.ts'
import { unsearched } from './sentBy.ts'

/** Log queries that one search makes at most: nodes bound the blocks of one, so that a long range takes several. */
const mostQueries = 128

/**
 * Yields the hashes of the transactions since a block whose logs come from an account or name it, each once, oldest range
 * first. A range that a node refuses is asked for in halves.
 *
 * @throws {TradeError} `provider_unreachable` where part of the range could not be searched.
 */
export async function* touching(
  reader: ChainReader,
  account: Address,
  fromBlock: bigint,
): AsyncGenerator<Hex> {
  const named = pad(account)
  const filters = [
    { address: account },
    { topics: [null, named] },
    { topics: [null, null, named] },
    { topics: [null, null, null, named] },
  ]
  const seen = new Set<string>()
  const head = await readBlockNumber(reader)
  if (head < fromBlock) throw unsearched()
  const ranges: (readonly [bigint, bigint])[] = [[fromBlock, head]]
  for (let queries = 0; ; queries += 1) {
    const next = ranges.pop()
    if (next === undefined) return
    const [first, last] = next
    const range = { fromBlock: numberToHex(first), toBlock: numberToHex(last) }
    try {
      const read = filters.map((filter) => reader.call('eth_getLogs', [{ ...filter, ...range }]))
      for (const hash of (await Promise.all(read)).flatMap(hashesOf)) {
        if (seen.has(hash)) continue
        seen.add(hash)
        yield hash
      }
    } catch (cause) {
      if (cause instanceof TradeError && cause.code === 'aborted') throw cause
      if (first === last || queries >= mostQueries) throw unsearched(cause)
      const middle = (first + last) / 2n
      ranges.push([middle + 1n, last], [first, middle])
    }
  }
}

const hashesOf = (logs: unknown): readonly Hex[] =>
  (Array.isArray(logs) ? logs : []).flatMap(({ transactionHash: hash }: { transactionHash?: unknown }) =>
    isBytes32(hash) ? [lowerHex(hash)] : [],
  )
