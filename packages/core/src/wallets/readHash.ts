import type { Hex } from 'viem'
import { property } from '../property.ts'

/** Where wallets and their libraries put the hash when they answer with an object. */
const keys = ['hash', 'transactionHash', 'txHash', 'result'] as const

/**
 * The hash that a wallet answered with, in lower case: it may be written with blanks around it, with `0X` or without any
 * prefix, or stand in an object.
 *
 * @returns `undefined` where the answer is no hash. The transaction may be on its way all the same.
 * @example
 * readHash(' 0XAB…') // '0xab…'
 * readHash({ hash: 'ab…' }) // '0xab…'
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
