import { type Change, type Reading, readingKey, type Simulation } from '@sluice/guards/internal'
import { readHead } from '../chain/reads.ts'
import { readRevert } from '../chain/revert.ts'
import { RpcError } from '../chain/rpcError.ts'
import { isInstance, property, textOf } from '../property.ts'
import { type CallResult, type SimulatedBlocks, simulateBlocks } from './simulateBlocks.ts'
import { differs, type SimulateParameters, unavailable, within } from './simulateParameters.ts'
import { touchedBy } from './touchedAssets.ts'

/** How many logs of a run are read at most. */
const maxLogs = 500

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
    return await within(import('./simulateCall.ts').then((module) => module.simulateCall(parameters)))
  } catch (cause) {
    return unavailable(reasonOf(cause))
  }
}

const reasonOf = (cause: unknown): string =>
  textOf(isInstance(cause, Error) ? property(cause, 'message') : cause)

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
  const current = parameters.baseFee ?? (await readHead(parameters.reader)).baseFee ?? 0n
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
