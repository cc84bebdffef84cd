import { decodeRevert } from '@sluice/seaport'
import { type Address, bytesToHex, type Hex, isHex, numberToHex } from 'viem'
import { causesOf, errorCode } from '../../errorCauses.ts'
import { isRecord } from '../../isRecord.ts'
import { mapConcurrently } from '../../mapConcurrently.ts'
import type { AskedNode, Nodes } from '../nodes.ts'
import { callFailureOf } from '../transferRules.ts'

/** A call with the gas that it may use. `from` is the account of the trial where it is absent. */
export type TrialCall = {
  readonly to: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  readonly gas: number
  readonly from?: Address
}

/**
 * Calls that follow each other. The trial is about the last of `calls`; what stands in `after` only prepares the trials
 * behind it.
 */
export type Trial = { readonly calls: readonly TrialCall[]; readonly after?: readonly TrialCall[] }

/** How a trial ends: without data where it used up its gas. `undefined` where nothing is known. */
export type Outcome = 'succeeds' | { readonly reverted: Hex | 'out-of-gas' } | undefined

/** Runs calls on a copy of the chain. */
export type Simulator = {
  /**
   * Runs trials one after another on one copy of the chain. Never throws: where the node cannot do it, or is
   * too slow, nothing is known.
   * @param account sends the calls, and can pay for them.
   */
  run(account: Address, trials: readonly Trial[]): Promise<readonly Outcome[]>
}

/** Milliseconds that a node has for all trials of one run, and for which it is left alone when it was too slow. */
const timeout = 1_500
const [slowPause, unsupportedPause] = [15_000, 600_000]
/** Milliseconds for which a price of gas is used again. */
const gasPriceTime = 15_000
/** Seconds from now at which the calls are mined: nodes reject a block that is not newer than their last one. */
const minedIn = 5n
/** Coins beside what the calls cost, as an account has them. */
const spare = 10n ** 17n

/** Calls on their way at once, to a node that can simulate one at a time. */
const callsAtOnce = 8

class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/** Whether a node does not have a method. */
const isUnsupported = (cause: unknown): boolean =>
  causesOf(cause).some(
    (at) =>
      errorCode(at) === -32601 ||
      /method.{0,80}(not (?:found|available|supported|allowed)|does not exist|unsupported)/i.test(at.message),
  )

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new TooSlow('The node did not simulate in time.')), timeout)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const callJson = (account: Address, call: TrialCall, gasPrice: bigint) => ({
  from: call.from ?? account,
  to: call.to,
  data: call.data,
  value: numberToHex(call.value),
  gas: numberToHex(call.gas),
  maxFeePerGas: numberToHex(2n * gasPrice),
  maxPriorityFeePerGas: numberToHex(gasPrice / 20n),
})

/** What the node said of one call of a block. */
function outcomeOf(answered: unknown, { gas }: TrialCall): Outcome {
  if (!isRecord(answered)) return undefined
  const { status, returnData, gasUsed } = answered
  if (status === '0x1') return 'succeeds'
  if (status !== '0x0') return undefined
  const data = isHex(returnData) ? returnData : '0x'
  const used = isHex(gasUsed) ? Number(gasUsed) : 0
  return { reverted: data === '0x' && used > gas * 0.9 ? 'out-of-gas' : data }
}

/** The outcome of a trial by those of its calls; what prepares it must have succeeded. */
function outcomeOfTrial(block: unknown, { calls, after = [] }: Trial): Outcome {
  const answered: unknown = isRecord(block) ? block.calls : undefined
  if (!Array.isArray(answered) || answered.length !== calls.length + after.length) return undefined
  const outcomes = calls.map((call, index) => outcomeOf(answered[index], call))
  const isPrepared = outcomes.slice(0, -1).every((outcome) => outcome === 'succeeds')
  return isPrepared ? outcomes.at(-1) : undefined
}

const costOf = (call: TrialCall, gasPrice: bigint): bigint => call.value + BigInt(call.gas) * 2n * gasPrice

/** All trials in one request, each in a block of its own. Blocks, fees and balances look as those of a real call. */
async function simulateBlocks(
  node: AskedNode,
  account: Address,
  trials: readonly Trial[],
  gasPrice: bigint,
  time: bigint,
): Promise<readonly Outcome[]> {
  const funds = new Map<Address, bigint>()
  for (const { calls, after = [] } of trials)
    for (const call of [...calls, ...after]) {
      const from = call.from ?? account
      funds.set(from, (funds.get(from) ?? spare) + costOf(call, gasPrice))
    }
  const balances = [...funds].map(([from, balance]) => [from, { balance: numberToHex(balance) }] as const)
  const answer = await node.ask('eth_simulateV1', [
    {
      blockStateCalls: trials.map(({ calls, after = [] }, index) => ({
        blockOverrides: {
          time: numberToHex(time + BigInt(index)),
          baseFeePerGas: numberToHex(gasPrice),
          prevRandao: bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32))),
        },
        ...(index === 0 ? { stateOverrides: Object.fromEntries(balances) } : {}),
        calls: [...calls, ...after].map((call) => callJson(account, call, gasPrice)),
      })),
      validation: false,
    },
    'latest',
  ])
  if (!Array.isArray(answer) || answer.length !== trials.length) return trials.map(() => undefined)
  return trials.map((trial, index) => outcomeOfTrial(answer[index], trial))
}

/** A call by itself with `eth_call`. */
async function callAlone(
  node: AskedNode,
  account: Address,
  call: TrialCall,
  gasPrice: bigint,
): Promise<Outcome> {
  const balance = numberToHex(spare + costOf(call, gasPrice))
  try {
    await node.ask('eth_call', [callJson(account, call, gasPrice), 'latest', { [account]: { balance } }])
    return 'succeeds'
  } catch (cause) {
    const failed = callFailureOf(cause)
    if (failed === undefined) throw cause
    // Without data it may be the gas, which some chains count otherwise; and the newest block of a quiet chain may be
    // older than the order.
    const isUnclear = failed.data === '0x' || decodeRevert(failed.data).reason === 'order_expired'
    return isUnclear ? undefined : { reverted: failed.data }
  }
}

/**
 * Makes the simulator of one chain. A node that was too slow, or has no `eth_simulateV1`, is remembered for a while.
 * @param onFailure called for a run of which nothing is known.
 */
export function createSimulator(
  nodes: Nodes,
  clock: () => number,
  readGasPrice: () => Promise<bigint>,
  onFailure: () => void = () => {},
): Simulator {
  const unsupported = new Map<number, number>()
  let pausedUntil = 0
  let priced: { readonly price: Promise<bigint>; readonly until: number } | undefined
  const gasPriceNow = (): Promise<bigint> => {
    if (priced === undefined || priced.until < clock()) {
      const price = readGasPrice()
      priced = { price, until: clock() + gasPriceTime }
      price.catch(() => {
        priced = undefined
      })
    }
    return priced.price
  }
  const isCapable = ({ place }: AskedNode): boolean => (unsupported.get(place) ?? 0) <= clock()
  const simulate = async (account: Address, trials: readonly Trial[]): Promise<readonly Outcome[]> => {
    const gasPrice = await gasPriceNow()
    const ranked = nodes.ranked()
    const capable = ranked.find(isCapable)
    if (capable !== undefined)
      try {
        const time = BigInt(Math.floor(clock() / 1000)) + minedIn
        return await simulateBlocks(capable, account, trials, gasPrice, time)
      } catch (cause) {
        if (!isUnsupported(cause)) throw cause
        unsupported.set(capable.place, clock() + unsupportedPause)
      }
    const [node] = ranked
    const calls = trials.flatMap(({ calls }) => calls)
    // `eth_call` makes one call: what has to be approved before cannot be tried.
    if (node === undefined || calls.length > trials.length) return trials.map(() => undefined)
    return mapConcurrently(calls, callsAtOnce, (call) => callAlone(node, account, call, gasPrice))
  }
  return {
    run: async (account, trials) => {
      if (trials.length === 0 || clock() < pausedUntil) return trials.map(() => undefined)
      try {
        return await inTime(simulate(account, trials))
      } catch (cause) {
        onFailure()
        // Plans go out without a simulation meanwhile.
        if (cause instanceof TooSlow) pausedUntil = clock() + slowPause
        return trials.map(() => undefined)
      }
    },
  }
}
