import type { Change, Reading, Simulation } from '@sluice/guards/internal'
import { numberToHex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { readRevert } from '../chain/revert.ts'
import { RpcError } from '../chain/rpcError.ts'
import { isInstance, property, textOf } from '../property.ts'
import { withTimeout } from '../wait.ts'
import { callRunner, type RunnerAnswer, type RunnerStep, runnerAnswers } from './callRunner.ts'
import {
  type BlocksParameters,
  type CallResult,
  readCall,
  type SimulatedBlocks,
  simulateBlocks,
} from './simulateBlocks.ts'
import { readingKey, touchedBy } from './touchedAssets.ts'

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

/** Milliseconds that a node has for one run, and how many logs are read at most. */
const timeout = 2_000
const maxLogs = 500

const unavailable = (reason: string): Simulation => ({ outcome: 'unavailable', reason })

/**
 * Runs the calls of a flow in order on a copy of the chain, and reads what the account holds and has approved before and
 * after, from state and not from logs: with `eth_simulateV1`, else with one `eth_call` with code placed at the account.
 * Never throws: without an answer the outcome is `unavailable`.
 */
export async function simulate(parameters: SimulateParameters): Promise<Simulation> {
  try {
    return await simulateOnNode(parameters)
  } catch (cause) {
    if (parameters.accountHasCode) return unavailable(reasonOf(cause))
  }
  try {
    return await within(simulateCall(parameters))
  } catch (cause) {
    return unavailable(reasonOf(cause))
  }
}

const reasonOf = (cause: unknown): string =>
  textOf(isInstance(cause, Error) ? property(cause, 'message') : cause)

const within = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, timeout, () => {
    throw new Error(`No simulation within ${timeout} ms`)
  })

async function simulateOnNode(parameters: SimulateParameters): Promise<Simulation> {
  const { account } = parameters
  const first = await within(simulateBlocks(parameters, parameters.readings))
  const failed = first.calls.findIndex(({ succeeded }) => !succeeded)
  const failure = first.calls[failed]
  if (failure !== undefined) return { outcome: 'reverted', index: failed, reason: nameOf(failure) }
  const logs = first.calls.flatMap((call) => call.logs)
  if (logs.length > maxLogs) return unavailable(`${logs.length} logs`)
  const known = new Set(parameters.readings.map(readingKey))
  const found = touchedBy(logs, account).filter((reading) => !known.has(readingKey(reading)))
  const readings = [...parameters.readings, ...found]
  const whole = found.length === 0 ? first : await within(simulateBlocks(parameters, readings))
  const changes = changesOf(readings, whole)
  const gas = whole.calls.map(({ gasUsed }) => gasUsed)
  const again = within(runElsewhere(parameters, readings, changes, gas))
  const elsewhere = await (parameters.second === 'required' ? again : again.catch(() => undefined))
  return {
    outcome: 'done',
    changes,
    complete: true,
    gas,
    diverges: elsewhere !== undefined && differs(changes, elsewhere),
    ...(elsewhere && { elsewhere }),
  }
}

/** Returns the name of the error that a failed call returned. */
const nameOf = ({ returned, reason }: CallResult): string =>
  readRevert(new RpcError(reason, 3, returned)).name ?? reason

const firstWord = ({ succeeded, returned }: CallResult): bigint | undefined =>
  succeeded && /^0x[0-9a-fA-F]{64}/.test(returned) ? BigInt(returned.slice(0, 66)) : undefined

const changesOf = (readings: readonly Reading[], { before, after }: SimulatedBlocks): readonly Change[] =>
  readings.map((reading, index) => ({
    reading,
    before: before[index] && firstWord(before[index]),
    after: after[index] && firstWord(after[index]),
  }))

/** The same calls in another block and with real fees; what is paid for gas is not counted as a change. */
async function runElsewhere(
  parameters: SimulateParameters,
  readings: readonly Reading[],
  changes: readonly Change[],
  used: readonly bigint[],
): Promise<readonly Change[] | 'reverted'> {
  const current = parameters.baseFee ?? (await readBaseFee(parameters.reader))
  const baseFee = current > 0n ? current : 1n
  const isOwn = ({ kind, ...rest }: Reading) =>
    kind === 'native' && 'holder' in rest && rest.holder === parameters.account
  // A call that uses much has little to spare below the limit of a block.
  const gas = used.map((units) => units + units / 4n + 100_000n)
  const own = changes.find(({ reading }) => isOwn(reading))
  // Enough for the gas, on top of what the account has.
  const balance = (own?.before ?? 0n) + gas.reduce((sum, units) => sum + units, 0n) * baseFee
  const run = await simulateBlocks(parameters, readings, { baseFee, balance, gas })
  if (run.calls.some(({ succeeded }) => !succeeded)) return 'reverted'
  const paid = run.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n) * baseFee
  return changesOf(readings, run).map((change) =>
    isOwn(change.reading) && change.after !== undefined ? { ...change, after: change.after + paid } : change,
  )
}

async function readBaseFee(reader: ChainReader): Promise<bigint> {
  const block = (await reader.call('eth_getBlockByNumber', ['latest', false])) as {
    baseFeePerGas?: unknown
  } | null
  const baseFee = block?.baseFeePerGas
  return typeof baseFee === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(baseFee) ? BigInt(baseFee) : 0n
}

/** Whether a second run came to something else. */
const differs = (changes: readonly Change[], elsewhere: readonly Change[] | 'reverted'): boolean =>
  elsewhere === 'reverted' ||
  elsewhere.some(({ before = 0n, after = 0n }, index) => {
    const other = changes[index]
    return after - before !== (other?.after ?? 0n) - (other?.before ?? 0n)
  })

/** One `eth_call` to the account itself, with code there that reads, acts and reads again; and one that pays for gas. */
async function simulateCall(parameters: SimulateParameters): Promise<Simulation> {
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
