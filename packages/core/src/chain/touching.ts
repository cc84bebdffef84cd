import { isBytes32, lowerHex } from '@sluice/seaport/hex'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import { TradeError } from '../errors.ts'
import type { ChainReader } from './chainReader.ts'
import { readBlockNumber } from './receipts.ts'
import { unsearched } from './sentBy.ts'

/** Log queries that one search makes at most: nodes bound the blocks of one, so that a long range takes several. */
const maxQueries = 128

/** A filter of `eth_getLogs`, without its range. */
type LogFilter = {
  readonly address?: Address | readonly Address[]
  readonly topics?: readonly (readonly Hex[] | null)[]
}

/** Returns the topics of logs that name one of the accounts, at any place where a log can name an account. */
const naming = (accounts: readonly Address[]): readonly Required<LogFilter>['topics'][] => {
  const named = accounts.map((account) => pad(account))
  return [
    [null, named],
    [null, null, named],
    [null, null, null, named],
  ]
}

/**
 * Yields the hashes of the transactions since a block whose logs come from an account or name it, each once, oldest range
 * first. A range that a node refuses is asked for in halves.
 *
 * @throws {TradeError} `provider_unreachable` where part of the range could not be searched.
 */
export const touching = (reader: ChainReader, account: Address, fromBlock: bigint): AsyncGenerator<Hex> =>
  logging(reader, [{ address: account }, ...naming([account]).map((topics) => ({ topics }))], fromBlock)

/** Which logs are looked for: of some contracts, and naming one of some accounts. */
export type NamedIn = { readonly contracts: readonly Address[]; readonly accounts: readonly Address[] }

/**
 * Yields, like {@link touching}, the hashes of the transactions in which one of the contracts names one of the accounts.
 *
 * @param onSearched called with the last block of each range, once all of its hashes were taken.
 */
export const namedIn = (
  reader: ChainReader,
  { contracts: address, accounts }: NamedIn,
  fromBlock: bigint,
  onSearched: (last: bigint) => void,
): AsyncGenerator<Hex> =>
  logging(
    reader,
    naming(accounts).map((topics) => ({ address, topics })),
    fromBlock,
    onSearched,
  )

async function* logging(
  reader: ChainReader,
  filters: readonly LogFilter[],
  fromBlock: bigint,
  onSearched?: (last: bigint) => void,
): AsyncGenerator<Hex> {
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
      onSearched?.(last)
    } catch (cause) {
      if (cause instanceof TradeError && cause.code === 'aborted') throw cause
      if (first === last || queries >= maxQueries) throw unsearched(cause)
      const middle = (first + last) / 2n
      ranges.push([middle + 1n, last], [first, middle])
    }
  }
}

const hashesOf = (logs: unknown): readonly Hex[] =>
  (Array.isArray(logs) ? logs : []).flatMap(({ transactionHash: hash }: { transactionHash?: unknown }) =>
    isBytes32(hash) ? [lowerHex(hash)] : [],
  )
