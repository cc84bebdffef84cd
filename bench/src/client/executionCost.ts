import { startScriptedMarket } from './scriptedMarket.ts'
import type { Trader } from './trader.ts'
import { type TraderName, traderOf } from './traders.ts'

/** The cost of sequential executions, compared with a bare client that makes the same requests and checks nothing. */
export type ExecutionCost = {
  /** Milliseconds of CPU of one execution, round by round, and of the bare client; both include the server. */
  readonly cpu: readonly number[]
  readonly bareCpu: readonly number[]
  /** Milliseconds of wall clock, likewise. */
  readonly wall: readonly number[]
  readonly bareWall: readonly number[]
  /** Bytes of heap retained by one execution, after garbage collection, by its growth between samples. Absent unless requested. */
  readonly kept: readonly number[]
  /** Timers alive after the last execution ended. */
  readonly timers: number
}

/** Rounds of the measurement, each paired with the bare client. */
const turns = 20
/** Executions of both before the measurement: compiled code stays in memory. */
const warmUp = 500
/** Samples of the heap, with as many executions between two of them as are measured in total. */
const looks = 4

type Cost = { readonly cpu: number; readonly wall: number }

async function costOf(count: number, trader: Trader): Promise<Cost> {
  const [before, started] = [process.cpuUsage(), performance.now()]
  for (let index = 0; index < count; index += 1) await trader.trade({ mined: 0, synced: 0 })
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1_000 / count, wall: (performance.now() - started) / count }
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** The client relies on the provider only, so that all make the same requests after the transaction was sent. */
async function measure(count: number, name: TraderName, heap: boolean): Promise<ExecutionCost> {
  const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined)
  const market = await startScriptedMarket(false)
  const [trader, floor] = [traderOf(name, market), traderOf('bare', market)]
  const settle = async (milliseconds: number) => {
    await new Promise((wake) => setTimeout(wake, milliseconds))
    await trader.forget?.()
    for (let turn = 0; turn < 4; turn += 1) {
      collect()
      // A second collection frees what the first one finalized.
      await new Promise((wake) => setTimeout(wake, 20))
    }
    return process.memoryUsage().heapUsed
  }
  try {
    await costOf(warmUp, floor)
    // The runtime's own timers, which keep its connections.
    const own = timers()
    await costOf(warmUp, trader)
    // In turns, so that both have the same machine.
    const [costs, bare]: [Cost[], Cost[]] = [[], []]
    for (let turn = 0; turn < turns; turn += 1) {
      bare.push(await costOf(count / turns, floor))
      costs.push(await costOf(count / turns, trader))
    }
    // The last report to the provider is still being sent, and the client does not wait for it.
    await new Promise((wake) => setTimeout(wake, 200))
    const alive = Math.max(0, timers() - own)
    // Some leave timers that live for seconds: what those retain is not a leak.
    const heaps = heap ? [await settle(6_000)] : []
    while (heap && heaps.length < looks) {
      await costOf(count, trader)
      heaps.push(await settle(6_000))
    }
    return {
      cpu: costs.map(({ cpu }) => cpu),
      bareCpu: bare.map(({ cpu }) => cpu),
      wall: costs.map(({ wall }) => wall),
      bareWall: bare.map(({ wall }) => wall),
      kept: heaps.slice(1).map((heap, index) => (heap - (heaps[index] ?? heap)) / count),
      timers: alive,
    }
  } finally {
    await market.stop()
  }
}

const [count, name, part] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await measure(Number(count), name as TraderName, part === 'heap')))
process.exit(0)
