import { startScriptedMarket } from './scriptedMarket.ts'
import type { Trader } from './trader.ts'
import { type TraderName, traderOf } from './traders.ts'

/** What sequential executions cost beside a bare client that makes the same requests and checks nothing. */
export type ExecutionCost = {
  /** Milliseconds of CPU of one execution, turn by turn, and of the bare client; the server's are in both. */
  readonly cpu: readonly number[]
  readonly bareCpu: readonly number[]
  /** Milliseconds of wall clock, likewise. */
  readonly wall: readonly number[]
  readonly bareWall: readonly number[]
  /** Bytes of heap kept by one execution, after collection: how fast it grows between looks. None where not asked. */
  readonly kept: readonly number[]
  /** Timers alive after the last one ended. */
  readonly timers: number
}

/** Parts of the measurement, each with its bare twin. */
const turns = 20
/** Trades of both before anything is measured: what the runtime learns of code it keeps for good. */
const warmUp = 500
/** Looks at the heap, with as many trades between two of them as are measured in all. */
const looks = 4

type Cost = { readonly cpu: number; readonly wall: number }

async function costOf(count: number, trader: Trader): Promise<Cost> {
  const [before, started] = [process.cpuUsage(), performance.now()]
  for (let index = 0; index < count; index += 1) await trader.trade({ mined: 0, synced: 0 })
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1_000 / count, wall: (performance.now() - started) / count }
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** The provider's word alone is followed, so that all make the same requests after the transaction was sent. */
async function measure(count: number, name: TraderName, heap: boolean): Promise<ExecutionCost> {
  const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined)
  const market = await startScriptedMarket(false)
  const [trader, floor] = [traderOf(name, market), traderOf('bare', market)]
  const settle = async (milliseconds: number) => {
    await new Promise((wake) => setTimeout(wake, milliseconds))
    await trader.forget?.()
    for (let turn = 0; turn < 4; turn += 1) {
      collect()
      // What is finalized by a collection is free for the next one.
      await new Promise((wake) => setTimeout(wake, 20))
    }
    return process.memoryUsage().heapUsed
  }
  try {
    await costOf(warmUp, floor)
    // The runtime's own, which keep its connections.
    const own = timers()
    await costOf(warmUp, trader)
    // By turns, so that both have the same machine.
    const [costs, bare]: [Cost[], Cost[]] = [[], []]
    for (let turn = 0; turn < turns; turn += 1) {
      bare.push(await costOf(count / turns, floor))
      costs.push(await costOf(count / turns, trader))
    }
    // The last report to the provider is on its way still: nobody waits for it.
    await new Promise((wake) => setTimeout(wake, 200))
    const alive = Math.max(0, timers() - own)
    // Some leave timers that live for seconds: what hangs on those is not kept for good.
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
