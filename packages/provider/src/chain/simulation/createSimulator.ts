import type { Address } from 'viem'
import { causesOf, errorCode } from '../../errorCauses.ts'
import type { AskedNode, Nodes } from '../nodes.ts'
import type { AskLimits, Rpc } from '../rpc.ts'
import { callEach } from './callEach.ts'
import { simulateBlocks } from './simulateBlocks.ts'
import { isKnown, type Outcome, type Trial } from './trial.ts'

/** Runs calls on a copy of the chain. */
export type Simulator = {
  /**
   * Runs trials one after another on one copy of the chain. Never throws: where the node cannot do it, or is too slow,
   * nothing is known.
   * @param account sends the calls, and can pay for them.
   * @returns `undefined` where no node can be asked now.
   */
  run(account: Address, trials: readonly Trial[]): Promise<readonly Outcome[] | undefined>
}

/** How long a simulator waits, and what it reports. */
export type SimulatorOptions = {
  /** Milliseconds that a node has for all trials of one run; 1,500 by default. */
  readonly timeout?: number | undefined
  /** A run of which nothing is known. */
  readonly onFailure?: () => void
  /** The calls of a caller were too slow, and the node was not. */
  readonly onSlowCalls?: (caller: string) => void
}

const defaultTimeout = 1_500
/** Bytes of the answer to one run: one trial cannot make it so large. */
const maxBytes = 16 * 1024 * 1024
/** Milliseconds for which a node is left alone that is slow, or that has no `eth_simulateV1`. */
const [slowPause, unsupportedPause] = [15_000, 600_000]
/** Milliseconds for which a price of gas is used again. */
const gasPriceTime = 15_000
/** Seconds from now at which the calls are mined: nodes reject a block that is not newer than their last one. */
const minedIn = 5n

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

/** Ends the work after its time, also where it is still waiting for its turn. @throws {TooSlow} */
async function inTime<T>(timeout: number, work: (limits: AskLimits) => Promise<T>): Promise<T> {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new TooSlow('The node did not simulate in time.'))
      end.abort()
    }, timeout)
  })
  return Promise.race([work({ signal: end.signal, maxBytes }), late]).finally(() => clearTimeout(timer))
}

/** Places of nodes, each until a time. */
function createPauses(clock: () => number) {
  const until = new Map<number, number>()
  return {
    has: ({ place }: AskedNode): boolean => (until.get(place) ?? 0) > clock(),
    add: ({ place }: AskedNode, time: number): void => void until.set(place, clock() + time),
  }
}

/**
 * Makes the simulator of one chain. A node that has no `eth_simulateV1` is remembered for a while, and so is one that is
 * slow. Where a run takes too long, the node is asked for a block without calls: if it answers that, the calls were slow,
 * and nobody else has to do without simulations.
 */
export function createSimulator(
  nodes: Nodes,
  clock: () => number,
  readGasPrice: () => Promise<bigint>,
  { timeout = defaultTimeout, onFailure = () => {}, onSlowCalls = () => {} }: SimulatorOptions = {},
): Simulator {
  const [unsupported, slow] = [createPauses(clock), createPauses(clock)]
  /** Whether the nodes at these places are slow, while they are asked. */
  const examined = new Map<number, Promise<boolean>>()
  let priced: { readonly price: Promise<bigint>; readonly until: number } | undefined
  const gasPriceNow = (): Promise<bigint> => {
    if (priced !== undefined && priced.until >= clock()) return priced.price
    const price = readGasPrice()
    const own = { price, until: clock() + gasPriceTime }
    priced = own
    price.catch(() => {
      if (priced === own) priced = undefined
    })
    return price
  }
  /** Whether a node is slow, also with a block without calls. An error is an answer as well. */
  const isSlow = async (node: AskedNode): Promise<boolean> => {
    const parameters = [{ blockStateCalls: [{ calls: [] }] }, 'latest']
    try {
      await nodes.asCaller('', () =>
        inTime(timeout, (limits) => node.ask('eth_simulateV1', parameters, limits)),
      )
      return false
    } catch (cause) {
      return cause instanceof TooSlow
    }
  }
  /** Finds out whether the node or the calls of a caller were slow. Never throws. */
  const examine = async (node: AskedNode, caller: string): Promise<void> => {
    if (slow.has(node)) return
    const asked = examined.get(node.place) ?? isSlow(node)
    examined.set(node.place, asked)
    if (await asked) slow.add(node, slowPause)
    else onSlowCalls(caller)
    examined.delete(node.place)
  }
  const run: Simulator['run'] = async (account, trials) => {
    const usable = nodes.ranked().filter((node) => !slow.has(node))
    const node = usable.find((one) => !unsupported.has(one)) ?? usable[0]
    if (trials.length === 0) return []
    if (node === undefined) return undefined
    const isAlone = unsupported.has(node)
    try {
      const outcomes = await inTime(timeout, async (limits) => {
        const gasPrice = await gasPriceNow()
        const ask: Rpc = (method, params) => node.ask(method, params, limits)
        const time = BigInt(Math.floor(clock() / 1000)) + minedIn
        return isAlone
          ? callEach(ask, account, trials, gasPrice)
          : simulateBlocks(ask, account, trials, gasPrice, time)
      })
      if (!outcomes.some(isKnown)) onFailure()
      return outcomes
    } catch (cause) {
      if (!isAlone && isUnsupported(cause)) {
        unsupported.add(node, unsupportedPause)
        return run(account, trials)
      }
      onFailure()
      if (cause instanceof TooSlow) void examine(node, nodes.caller())
      const isGivenUp = cause instanceof TooSlow || causesOf(cause).some((at) => at instanceof RangeError)
      return trials.map(() => (isGivenUp ? 'given-up' : undefined))
    }
  }
  return { run }
}
