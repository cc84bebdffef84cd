import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { Change, Reading, SimulatedCall, Simulation } from '../guards/simulation.ts'
import { callRunner, type RunnerAnswer, type RunnerStep, runnerAnswers } from './callRunner.ts'
import { callData, selectors } from './reads.ts'
import type { ChainReader } from './rpc.ts'
import { RpcError } from './rpcError.ts'

export type SimulateParameters = {
  readonly reader: ChainReader
  readonly account: Address
  readonly calls: readonly SimulatedCall[]
  /** What to look at besides what the calls are seen to touch. */
  readonly readings: readonly Reading[]
  /** Milliseconds: when the calls would be mined. */
  readonly now: number
  /** `1`: as things are. `2`: also in another block with real fees, to catch code that behaves for an audience. */
  readonly environments: 1 | 2
  /** Whether the account has code of its own; then only `eth_simulateV1` can act for it. */
  readonly accountHasCode: boolean
}

/** Milliseconds that a node has for a simulation, and the most logs that are looked at. */
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
    return await within(simulateBlocks(parameters))
  } catch (cause) {
    if (parameters.accountHasCode) return unavailable(reasonOf(cause))
  }
  try {
    return await within(simulateCall(parameters))
  } catch (cause) {
    return unavailable(reasonOf(cause))
  }
}

const readingKey = (reading: Reading): string => Object.values(reading).join(':')

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

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

type SimulatedLog = { readonly address: string; readonly topics: readonly string[]; readonly data: string }
type CallResult = {
  readonly succeeded: boolean
  readonly returned: string
  readonly gasUsed: bigint
  readonly logs: readonly SimulatedLog[]
  readonly reason: string
}

async function simulateBlocks(parameters: SimulateParameters): Promise<Simulation> {
  const { calls, account, environments } = parameters
  const first = await runBlocks(parameters, parameters.readings)
  const failed = first.calls.findIndex(({ succeeded }) => !succeeded)
  const failure = first.calls[failed]
  if (failure !== undefined) return { outcome: 'reverted', index: failed, reason: await nameOf(failure) }
  const logs = first.calls.flatMap((call) => call.logs)
  if (logs.length > mostLogs) return unavailable(`${logs.length} logs`)
  const known = new Set(parameters.readings.map(readingKey))
  const found = touchedBy(logs, account).filter((reading) => !known.has(readingKey(reading)))
  const readings = [...parameters.readings, ...found]
  const whole = found.length === 0 ? first : await runBlocks(parameters, readings)
  const changes = changesOf(readings, whole)
  const diverges = environments === 2 && (await differs(parameters, readings, changes, calls.length))
  return { outcome: 'done', changes, complete: true, diverges }
}

/** The name of the error that a failed call answered with. */
async function nameOf({ returned, reason }: CallResult): Promise<string> {
  const module = await import('./revert.ts').catch(() => undefined)
  return module?.readRevert(new RpcError(reason, 3, returned)).name ?? reason
}

type Run = {
  readonly before: readonly CallResult[]
  readonly calls: readonly CallResult[]
  readonly after: readonly CallResult[]
}

/** What a second environment changes: the block, and who pays for gas. */
type Environment = { readonly baseFee: bigint; readonly balance: bigint }

/** Three blocks in one request: read, act, read again. */
async function runBlocks(
  { reader, account, calls, now }: SimulateParameters,
  readings: readonly Reading[],
  environment?: Environment,
): Promise<Run> {
  const seconds = Math.floor(now / 1_000) + (environment === undefined ? 1 : 31)
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
  const acts = calls.map(({ to, data, value }) => ({
    from: account,
    to,
    data,
    value: numberToHex(value),
    ...fee,
    ...(environment === undefined ? {} : { gas: numberToHex(8_000_000) }),
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

/** Whether the same calls, in another block and with real fees, come to something else. */
async function differs(
  parameters: SimulateParameters,
  readings: readonly Reading[],
  changes: readonly Change[],
  count: number,
): Promise<boolean> {
  const block = (await parameters.reader.call('eth_getBlockByNumber', ['latest', false])) as {
    baseFeePerGas?: unknown
  } | null
  const told = block?.baseFeePerGas
  const baseFee = typeof told === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(told) ? BigInt(told) : 0n
  const own = changes.find(
    ({ reading }) => reading.kind === 'native' && reading.holder === parameters.account,
  )
  // Enough for the gas, on top of what the account has.
  const balance = (own?.before ?? 0n) + BigInt(count) * 8_000_000n * (baseFee > 0n ? baseFee : 1n)
  const environment = { baseFee: baseFee > 0n ? baseFee : 1n, balance }
  const run = await runBlocks(parameters, readings, environment)
  if (run.calls.some(({ succeeded }) => !succeeded)) return true
  const gas = run.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n) * environment.baseFee
  return changesOf(readings, run).some(({ reading, before = 0n, after = 0n }, index) => {
    const paid = reading.kind === 'native' && reading.holder === parameters.account ? gas : 0n
    const other = changes[index]
    return after + paid - before !== (other?.after ?? 0n) - (other?.before ?? 0n)
  })
}

const topic = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
} as const
/** Where nodes log moves of the native coin. */
const nativeLogs = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const addressIn = (word = ''): Address => `0x${word.slice(-40)}`

/** What logs say was touched of the account: hints of what to read, believed in nothing. */
function touchedBy(logs: readonly SimulatedLog[], account: Address): readonly Reading[] {
  const readings = logs.flatMap(({ address, topics, data }): readonly Reading[] => {
    const contract = address as Address
    if (contract === nativeLogs) return []
    const [first, second, third, fourth] = topics
    const [one, two, three] = [addressIn(second), addressIn(third), addressIn(fourth)]
    if (first === topic.transfer && (one === account || two === account))
      return fourth === undefined
        ? [{ kind: 'erc20', contract, holder: account }]
        : [
            { kind: 'erc721', contract, tokenId: BigInt(fourth) },
            { kind: 'approved', contract, tokenId: BigInt(fourth) },
          ]
    if ((first === topic.single || first === topic.batch) && (two === account || three === account))
      return idsOf(first, data).map((tokenId) => ({ kind: 'erc1155', contract, tokenId, holder: account }))
    if (first === topic.approval && one === account)
      return fourth === undefined
        ? [{ kind: 'allowance', contract, spender: two }]
        : [{ kind: 'approved', contract, tokenId: BigInt(fourth) }]
    if (first === topic.approvalForAll && one === account)
      return [{ kind: 'operator', contract, spender: two }]
    return []
  })
  return [...new Map(readings.map((reading) => [readingKey(reading), reading])).values()]
}

function idsOf(kind: string, data: string): readonly bigint[] {
  const word = (index: number): bigint => {
    const text = data.slice(2 + index * 64, 66 + index * 64)
    return text.length === 64 ? BigInt(`0x${text}`) : 0n
  }
  if (kind === topic.single) return [word(0)]
  const start = Number(word(0) / 32n)
  const count = Math.min(Number(word(start)), mostLogs)
  return Array.from({ length: count }, (_, index) => word(start + 1 + index))
}

/** One `eth_call` to the account itself, with code there that reads, acts and reads again. */
async function simulateCall(parameters: SimulateParameters): Promise<Simulation> {
  const { reader, account, calls } = parameters
  // The account's own code is replaced here, so that nothing can be said about it.
  const readings = parameters.readings.filter(({ kind }) => kind !== 'code')
  const reads = readings.map(
    (reading): RunnerStep =>
      reading.kind === 'native'
        ? { op: 'balance', of: reading.holder }
        : { op: 'call', ...readCall(reading, account), value: 0n },
  )
  const acts = calls.map((call): RunnerStep => ({ op: 'call', ...call }))
  const steps = [...reads, ...acts, ...reads]
  const answer = await reader.call('eth_call', [
    { from: account, to: account },
    'latest',
    { [account]: { code: callRunner(steps) } },
  ])
  const answers = typeof answer === 'string' ? runnerAnswers(answer, steps.length) : undefined
  if (answers === undefined) return unavailable('The node does not take code for the time of a call')
  const done = answers.slice(reads.length, reads.length + acts.length)
  const failed = done.findIndex(({ succeeded }) => !succeeded)
  if (failed >= 0) return { outcome: 'reverted', index: failed, reason: 'reverted' }
  const wordOf = (one: RunnerAnswer | undefined) => (one?.succeeded && one.size >= 32n ? one.word : undefined)
  return {
    outcome: 'done',
    changes: readings.map((reading, index) => ({
      reading,
      before: wordOf(answers[index]),
      after: wordOf(answers[reads.length + acts.length + index]),
    })),
    complete: false,
    diverges: false,
  }
}
