import { lowerHex } from '@sluice/seaport'
import type { Hex } from 'viem'
import { bloomOf, bloomOfLogs, compareBlooms, createBloomBits, isInBloom } from './bloom.ts'
import type { ChainLog } from './chainLog.ts'
import type { LogHeader, LogSource } from './logSource.ts'

/** What the bloom in the header of a block tells about the block's logs. */
export type BloomChecks = {
  /** Whether the block may have logs of the sources, by its transactions and its bloom. */
  mayContain(header: LogHeader, sources: readonly LogSource[]): boolean
  /** Whether these may be all logs of the sources in the block. */
  fits(header: LogHeader, sources: readonly LogSource[], logs: readonly ChainLog[]): boolean
  /** Whether the bloom can prove that logs are all of the block's. */
  canProve(header: LogHeader): boolean
  /** Whether these are all logs of the block, of every contract: the bloom has the same bits. */
  proves(header: LogHeader, logs: readonly ChainLog[]): boolean
  /** Whether the bloom does not contain one of the logs, which then is not of this block. */
  excludes(header: LogHeader, logs: readonly ChainLog[]): boolean
}

const isEmpty = (bloom: Uint8Array): boolean => bloom.every((byte) => byte === 0)

/** The first topics that logs have, by their contract. */
function topicsByContract(logs: readonly ChainLog[]): ReadonlyMap<string, ReadonlySet<Hex | undefined>> {
  const found = new Map<string, Set<Hex | undefined>>()
  for (const { address, topics } of logs) {
    const own = found.get(address)
    if (own === undefined) found.set(address, new Set([topics[0]]))
    else own.add(topics[0])
  }
  return found
}

/** @param hasCompleteBlooms whether every log of a block is in the bloom of its header, as Ethereum specifies. */
export function createBloomChecks(hasCompleteBlooms: boolean): BloomChecks {
  const bits = createBloomBits()
  /** The bloom of a block; `undefined` where it says nothing of the block's logs. */
  const bloomIn = ({ logsBloom }: LogHeader): Uint8Array | undefined =>
    hasCompleteBlooms ? bloomOf(logsBloom) : undefined

  return {
    mayContain: (header, sources) => {
      // Logs that a bloom leaves out may belong to no listed transaction either.
      if (hasCompleteBlooms && header.transactions.length === 0) return false
      const bloom = bloomIn(header)
      // A chain without blooms has empty ones, as a block without logs has.
      if (bloom === undefined || isEmpty(bloom)) return true
      return sources.some(
        ({ address, topics }) =>
          isInBloom(bloom, bits(lowerHex(address))) && topics.some((topic) => isInBloom(bloom, bits(topic))),
      )
    },
    fits: (header, sources, logs) => {
      const asked = new Set<string>(sources.map(({ address }) => lowerHex(address)))
      if (logs.some(({ address }) => !asked.has(address))) return false
      const bloom = bloomIn(header)
      // A chain without blooms has empty ones, which say nothing when there are logs.
      if (bloom === undefined || (logs.length > 0 && isEmpty(bloom))) return true
      const found = compareBlooms(bloomOfLogs(logs, bits), bloom)
      // Of the same bloom, no log is missing: it would have set bits for its address and each of its topics.
      if (found !== 'within') return found === 'same'
      const returned = topicsByContract(logs)
      return sources.every(
        ({ address, topics }) =>
          !isInBloom(bloom, bits(lowerHex(address))) ||
          topics.every(
            (topic) => returned.get(lowerHex(address))?.has(topic) === true || !isInBloom(bloom, bits(topic)),
          ),
      )
    },
    canProve: (header) => {
      const bloom = bloomIn(header)
      // An empty bloom is that of a block without logs, or of a chain without blooms.
      return bloom !== undefined && !isEmpty(bloom)
    },
    proves: (header, logs) => {
      const bloom = bloomIn(header)
      return bloom !== undefined && compareBlooms(bloomOfLogs(logs, bits), bloom) === 'same'
    },
    excludes: (header, logs) => {
      const bloom = bloomIn(header)
      if (bloom === undefined) return false
      return logs.some(
        ({ address, topics }) => ![address, ...topics].every((value) => isInBloom(bloom, bits(value))),
      )
    },
  }
}
