import type { Change, Reading, Simulation } from '@sluice/guards/internal'
import { withTimeout } from '../wait.ts'
import type { BlocksParameters } from './simulateBlocks.ts'

/** What is simulated, read and compared, whichever way the node can do it. */
export type SimulateParameters = BlocksParameters & {
  /** What to read besides what the calls are seen to touch. */
  readonly readings: readonly Reading[]
  /**
   * A second run in another block with real fees, to catch code that behaves differently in a simulation. `required`:
   * without it the outcome is `unavailable`. `tried`: the first run counts alone if the node cannot make a second one.
   */
  readonly second: 'required' | 'tried'
  /** The base fee in wei, if it was read already. */
  readonly baseFee?: bigint | undefined
  /** Whether the account has code; then only `eth_simulateV1` can simulate its calls. */
  readonly accountHasCode: boolean
}

export const unavailable = (reason: string): Simulation => ({ outcome: 'unavailable', reason })

/** Milliseconds that a node has for one run. */
const timeout = 2_000

/** Rejects if a run takes too long. */
export const within = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, timeout, () => {
    throw new Error(`No simulation within ${timeout} ms`)
  })

/** Returns whether a second run came to something else. */
export const differs = (changes: readonly Change[], elsewhere: readonly Change[] | 'reverted'): boolean =>
  elsewhere === 'reverted' ||
  elsewhere.some(({ before = 0n, after = 0n }, index) => {
    const other = changes[index]
    return after - before !== (other?.after ?? 0n) - (other?.before ?? 0n)
  })
