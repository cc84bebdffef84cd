import type { Hex } from 'viem'
import { property } from '../property.ts'

/** Properties that hold the hash if a wallet or its library returns an object. */
const keys = ['hash', 'transactionHash', 'txHash', 'result'] as const

/**
 * Reads the hash that a wallet returned: with spaces around it, with `0X` or without a prefix, or inside an object.
 *
 * @returns the hash in lower case, or `undefined` if there is none. The transaction may have been sent anyway.
 * @example
 * ```ts
 * readHash(' 0XAB…') // '0xab…'
 * readHash({ hash: 'ab…' }) // '0xab…'
 * ```
 */
export function readHash(answer: unknown): Hex | undefined {
  if (typeof answer === 'string') {
    const [, digits] = /^\s*(?:0x)?([0-9a-f]{64})\s*$/i.exec(answer) ?? []
    return digits === undefined ? undefined : `0x${digits.toLowerCase()}`
  }
  return keys
    .map((key) => property(answer, key))
    .filter((value) => typeof value === 'string')
    .map(readHash)
    .find((hash) => hash !== undefined)
}
