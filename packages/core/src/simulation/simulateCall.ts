import type { Change, Reading, Simulation } from '@sluice/guards/internal'
import { numberToHex } from 'viem'
import { callRunner, type RunnerAnswer, type RunnerStep, runnerAnswers } from './callRunner.ts'
import { readCall } from './simulateBlocks.ts'
import { differs, type SimulateParameters, unavailable, within } from './simulateParameters.ts'

/**
 * Simulates with one `eth_call` to the account itself, with code there that reads, acts and reads again, and with one
 * that pays for gas: for nodes without `eth_simulateV1`.
 */
export async function simulateCall(parameters: SimulateParameters): Promise<Simulation> {
  // The account's own code is replaced here, so that nothing can be said about it.
  const readings = parameters.readings.filter(({ kind }) => kind !== 'code')
  const first = await runCall(parameters, readings)
  if (first === undefined) return unavailable('The node does not take code for the time of a call')
  if ('failed' in first) return { outcome: 'reverted', index: first.failed, reason: 'reverted' }
  const { baseFee = 0n } = parameters
  const again =
    baseFee > 0n
      ? await within(runCall(parameters, readings, 2n * baseFee)).catch(() => undefined)
      : undefined
  const elsewhere = again && ('failed' in again ? 'reverted' : again.changes)
  return {
    outcome: 'done',
    changes: first.changes,
    complete: false,
    diverges: elsewhere !== undefined && differs(first.changes, elsewhere),
    ...(elsewhere && { elsewhere }),
  }
}

/** The changes that calls make, or the index of the first that fails; `undefined` where the node cannot tell. */
async function runCall(
  { reader, account, calls }: SimulateParameters,
  readings: readonly Reading[],
  gasPrice?: bigint,
): Promise<{ readonly changes: readonly Change[] } | { readonly failed: number } | undefined> {
  const reads = readings.map(
    (reading): RunnerStep =>
      reading.kind === 'native'
        ? { op: 'balance', of: reading.holder }
        : { op: 'call', ...readCall(reading, account), value: 0n },
  )
  const acts = calls.map((call): RunnerStep => ({ op: 'call', ...call }))
  const steps = [...reads, ...acts, ...reads]
  // Gas is bought before the first step, so that the readings do not see it.
  const paying =
    gasPrice === undefined ? {} : { gasPrice: numberToHex(gasPrice), gas: numberToHex(16_000_000) }
  const rich = gasPrice === undefined ? {} : { balance: numberToHex(10n ** 24n) }
  const answer = await reader.call('eth_call', [
    { from: account, to: account, ...paying },
    'latest',
    { [account]: { code: callRunner(steps), ...rich } },
  ])
  const answers = typeof answer === 'string' ? runnerAnswers(answer, steps.length) : undefined
  if (answers === undefined) return undefined
  const failed = answers
    .slice(reads.length, reads.length + acts.length)
    .findIndex(({ succeeded }) => !succeeded)
  if (failed >= 0) return { failed }
  const wordOf = (one: RunnerAnswer | undefined) => (one?.succeeded && one.size >= 32n ? one.word : undefined)
  return {
    changes: readings.map((reading, index) => ({
      reading,
      before: wordOf(answers[index]),
      after: wordOf(answers[reads.length + acts.length + index]),
    })),
  }
}
