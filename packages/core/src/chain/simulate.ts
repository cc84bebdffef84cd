import type { Change, Reading, SimulatedCall, Simulation } from '@sluice/guards/internal'
import { type Address, type Hex, numberToHex, pad } from 'viem'
import { isInstance, property, textOf } from '../property.ts'
import { callRunner, type RunnerAnswer, type RunnerStep, runnerAnswers } from './callRunner.ts'
import type { ChainReader } from './chainReader.ts'
import { callData, selectors } from './reads.ts'
import { readRevert } from './revert.ts'
import { RpcError } from './rpcError.ts'
import { readingKey, type SimulatedLog, touchedBy } from './touchedAssets.ts'

export type SimulateParameters = {
  readonly reader: ChainReader
  readonly account: Address
  readonly calls: readonly SimulatedCall[]
  /** What to look at besides what the calls are seen to touch. */
  readonly readings: readonly Reading[]
  /** Milliseconds: when the calls would be mined. */
  readonly now: number
  /**
   * A second run in another block with real fees, to catch code that behaves for an audience. `required`: without it
   * nothing is said. `tried`: where the node cannot, the first run stands alone.
   */
  readonly second: 'required' | 'tried'
  /** Wei for a unit of gas, where it was read already. */
  readonly baseFee?: bigint | undefined
  /** Whether the account has code of its own; then only `eth_simulateV1` can act for it. */
  readonly accountHasCode: boolean
}

/** Milliseconds that a node has for a run, and the most logs that are looked at. */
const patience = 2_000
const mostLogs = 500

const unavailable = (reason: string): Simulation => ({ outcome: 'unavailable', reason })

/**
 * Runs the calls of a flow in order on a copy of the chain and reads what the account holds and permits
 * before and after, from state and not from logs. Through `eth_simulateV1`, else through one `eth_call` with
 * code put at the account. Never throws: no answer is `unavailable`.
 */
export async function simulate(parameters: SimulateParameters): Promise<Simulation> {
  try {
    return await simulateBlocks(parameters)
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

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No simulation within ${patience} ms`)), patience)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whose reads they are; nobody's. */
const nobody: Address = '0x00000000000000000000000000000000005afe00'
/** Code put here for the time of a simulation answers the balance, or the code's hash, of an address. */
const balanceReader: Address = '0x00000000000000000000000000000000005afe01'
const hashReader: Address = '0x00000000000000000000000000000000005afe02'
const balanceCode: Hex = '0x6000353160005260206000f3'
const hashCode: Hex = '0x6000353f60005260206000f3'

type ReadCall = { readonly to: Address; readonly data: Hex }

function readCall(reading: Reading, account: Address): ReadCall {
  switch (reading.kind) {
    case 'native':
      return { to: balanceReader, data: pad(reading.holder, { size: 32 }) }
    case 'code':
      return { to: hashReader, data: pad(account, { size: 32 }) }
    case 'erc20':
      return { to: reading.contract, data: callData(selectors.balanceOf, reading.holder) }
    case 'erc721':
      return { to: reading.contract, data: callData(selectors.ownerOf, reading.tokenId) }
    case 'erc1155':
      return {
        to: reading.contract,
        data: callData(selectors.balanceOfToken, reading.holder, reading.tokenId),
      }
    case 'allowance':
      return { to: reading.contract, data: callData(selectors.allowance, account, reading.spender) }
    case 'operator':
      return { to: reading.contract, data: callData(selectors.isApprovedForAll, account, reading.spender) }
    case 'approved':
      return { to: reading.contract, data: callData(selectors.getApproved, reading.tokenId) }
    default:
      return reading satisfies never
  }
}

type CallResult = {
  readonly succeeded: boolean
  readonly returned: string
  readonly gasUsed: bigint
  readonly logs: readonly SimulatedLog[]
  readonly reason: string
}

async function simulateBlocks(parameters: SimulateParameters): Promise<Simulation> {
  const { account } = parameters
  const first = await within(runBlocks(parameters, parameters.readings))
  const failed = first.calls.findIndex(({ succeeded }) => !succeeded)
  const failure = first.calls[failed]
  if (failure !== undefined) return { outcome: 'reverted', index: failed, reason: nameOf(failure) }
  const logs = first.calls.flatMap((call) => call.logs)
  if (logs.length > mostLogs) return unavailable(`${logs.length} logs`)
  const known = new Set(parameters.readings.map(readingKey))
  const found = touchedBy(logs, account).filter((reading) => !known.has(readingKey(reading)))
  const readings = [...parameters.readings, ...found]
  const whole = found.length === 0 ? first : await within(runBlocks(parameters, readings))
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

type Run = {
  readonly before: readonly CallResult[]
  readonly calls: readonly CallResult[]
  readonly after: readonly CallResult[]
}

/** What a second environment changes: the block, and who pays for gas, of which each call may use so much. */
type Environment = { readonly baseFee: bigint; readonly balance: bigint; readonly gas: readonly bigint[] }

/** Seconds from now at which the second environment's block is mined. */
const elsewhereAt = 13

/** Three blocks in one request: read, act, read again. */
async function runBlocks(
  { reader, account, calls, now }: SimulateParameters,
  readings: readonly Reading[],
  environment?: Environment,
): Promise<Run> {
  const seconds = Math.floor(now / 1_000) + (environment === undefined ? 1 : elsewhereAt)
  const fee = environment === undefined ? {} : { maxFeePerGas: numberToHex(environment.baseFee) }
  const overrides = (index: number) => ({
    time: numberToHex(seconds + index),
    ...(environment === undefined
      ? {}
      : {
          baseFeePerGas: numberToHex(environment.baseFee),
          feeRecipient: '0x00000000000000000000000000000000005afe03',
          prevRandao: randomWord(),
        }),
  })
  const reads = readings.map((reading) => ({
    from: nobody,
    ...readCall(reading, account),
    ...fee,
    gas: numberToHex(300_000),
  }))
  const acts = calls.map(({ to, data, value }, index) => ({
    from: account,
    to,
    data,
    value: numberToHex(value),
    ...fee,
    ...(environment === undefined ? {} : { gas: numberToHex(environment.gas[index] ?? 0n) }),
  }))
  const rich = numberToHex(10n ** 24n)
  const stateOverrides = {
    [balanceReader]: { code: balanceCode },
    [hashReader]: { code: hashCode },
    [nobody]: { balance: rich },
    ...(environment === undefined ? {} : { [account]: { balance: numberToHex(environment.balance) } }),
  }
  const answer = await reader.call('eth_simulateV1', [
    {
      blockStateCalls: [
        { blockOverrides: overrides(0), stateOverrides, calls: reads },
        { blockOverrides: overrides(1), calls: acts },
        { blockOverrides: overrides(2), calls: reads },
      ],
      traceTransfers: true,
      validation: environment !== undefined,
    },
    'latest',
  ])
  const [before, done, after] = Array.isArray(answer) ? answer.map(resultsOf) : []
  if (
    before?.length !== reads.length ||
    done?.length !== acts.length ||
    after?.length !== reads.length ||
    (answer as unknown[]).length !== 3
  )
    throw new Error('The node answered a simulation of another shape')
  return { before, calls: done, after }
}

const randomWord = (): Hex => {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function resultsOf(block: unknown): readonly CallResult[] {
  const { calls } = block as { calls?: unknown }
  if (!Array.isArray(calls)) return []
  return calls.map((call: Record<string, unknown>): CallResult => {
    const { status, returnData, gasUsed, logs, error } = call
    const message = (error as { message?: unknown } | undefined)?.message
    return {
      succeeded: status === '0x1',
      returned: typeof returnData === 'string' ? returnData : '0x',
      gasUsed: typeof gasUsed === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(gasUsed) ? BigInt(gasUsed) : 0n,
      logs: (Array.isArray(logs) ? logs : []).map((log: Record<string, unknown>) => ({
        address: String(log.address).toLowerCase(),
        topics: (Array.isArray(log.topics) ? log.topics : []).map((topic) => String(topic).toLowerCase()),
        data: String(log.data),
      })),
      reason: typeof message === 'string' ? message : 'reverted',
    }
  })
}

const firstWord = ({ succeeded, returned }: CallResult): bigint | undefined =>
  succeeded && /^0x[0-9a-fA-F]{64}/.test(returned) ? BigInt(returned.slice(0, 66)) : undefined

const changesOf = (readings: readonly Reading[], { before, after }: Run): readonly Change[] =>
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
  const told = parameters.baseFee ?? (await readBaseFee(parameters.reader))
  const baseFee = told > 0n ? told : 1n
  const isOwn = ({ kind, ...rest }: Reading) =>
    kind === 'native' && 'holder' in rest && rest.holder === parameters.account
  // A call that uses much has little to spare below the limit of a block.
  const gas = used.map((units) => units + units / 4n + 100_000n)
  const own = changes.find(({ reading }) => isOwn(reading))
  // Enough for the gas, on top of what the account has.
  const balance = (own?.before ?? 0n) + gas.reduce((sum, units) => sum + units, 0n) * baseFee
  const run = await runBlocks(parameters, readings, { baseFee, balance, gas })
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
  const told = block?.baseFeePerGas
  return typeof told === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(told) ? BigInt(told) : 0n
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
