import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type LocalChain, rpc, startProvider } from '@sluice/devnet'
import { encodeFunctionData, parseAbi } from 'viem'
import { once, type Table } from '../../report/figures.ts'
import { providerPids, residentOf, secondsOf } from '../processes.ts'
import { withPostgres } from '../server.ts'
import { withChain, withoutRecount } from '../withChain.ts'
import type { Request, Seen } from './streamReaders.ts'

/** Live streams, the processes that hold them, and the blocks of the measurement with their number of events. */
const streams = Number(process.env.BENCH_STREAMS ?? 20_000)
const holders = Number(process.env.BENCH_PROCESSES ?? 2)
const [blocks, perBlock] = [Number(process.env.BENCH_BLOCKS ?? 30), 5]
/** Milliseconds between two blocks. */
const blockTime = 2000
/** Streams of each process before the first measurement of memory: they load and compile the code. */
const first = 250

const mint = parseAbi(['function mint(address to, uint256 count)'])

/** Makes a provider collect its garbage when it is asked to: memory is compared at rest. */
const onDemand = `import v8 from 'node:v8'; import vm from 'node:vm'; v8.setFlagsFromString('--expose-gc')
const gc = vm.runInNewContext('gc'); process.on('SIGUSR2', () => gc())`
const collecting = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(onDemand)}` }

async function resident(pids: readonly number[]): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    for (const pid of pids) process.kill(pid, 'SIGUSR2')
    await pause(1000)
  }
  return pids.reduce((sum, pid) => sum + residentOf(pid), 0)
}

/** A process of readers. */
type Readers = { ask(request: Request): Promise<unknown>; stop(): void }

function startReaders(): Readers {
  const child: ChildProcess = fork(join(import.meta.dirname, 'streamReaders.ts'))
  return {
    ask: (request) =>
      new Promise((done, fail) => {
        const over = () => fail(new Error('The readers stopped.'))
        child.once('exit', over)
        child.once('message', (answer) => {
          child.off('exit', over)
          done(answer)
        })
        child.send(request)
      }),
    stop: () => void child.kill(),
  }
}

/** This machine's NATS server; `undefined` if there is none. */
async function startNats(): Promise<{ readonly url: string; stop(): void } | undefined> {
  const binary = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nats-server'))
    .find((file) => existsSync(file))
  if (binary === undefined) return undefined
  const port = await freePort(0, 'NATS', () => {})
  const child = spawn(binary, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  return { url: `nats://127.0.0.1:${port}`, stop: () => void child.kill() }
}

/** Mines a block with some transfers. @returns when the node was asked to, in milliseconds of the system's clock. */
async function mineBlock({ rpcUrl, contracts }: LocalChain): Promise<number> {
  const [from] = await rpc<string[]>(rpcUrl, 'eth_accounts')
  const to = contracts.collections[0]?.address
  const args = [from as `0x${string}`, BigInt(perBlock)] as const
  const data = encodeFunctionData({ abi: mint, functionName: 'mint', args })
  const asked = performance.timeOrigin + performance.now()
  await rpc(rpcUrl, 'eth_sendTransaction', [{ from, to, data, gas: '0x1c9c380' }])
  return asked
}

const at = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

type Measured = {
  /** Kilobytes of each stream at rest, and after the blocks. */
  readonly atRest: number
  readonly afterwards: number
  /** Milliseconds from the request to mine a block to the last byte of it at each stream. */
  readonly delays: Float64Array
  readonly missed: number
  readonly closed: number
  /** Microseconds of the processor for each event at each stream. */
  readonly cpu: number
  readonly nats: boolean
}

async function measure(chain: LocalChain, urls: readonly URL[], nats: boolean): Promise<Measured> {
  const pids = providerPids()
  const collection = chain.contracts.collections[0]?.address
  // Half of the listeners want everything, and half the events of one collection, as a page of it does.
  const pathOf = (place: number): string =>
    place % 2 === 0 ? `/${chain.slug}/events` : `/${chain.slug}/events?contract=${collection}`
  const eventsOf = (place: number): number => (place % 2 === 0 ? perBlock + 1 : perBlock)
  const readers = urls.map(() => startReaders())
  const pathsFrom = (start: number, end: number): string[] =>
    Array.from({ length: end - start }, (_, index) => pathOf(start + index))
  const each = Math.floor(streams / urls.length)
  const openUpTo = (start: number, end: number) =>
    Promise.all(
      readers.map((one, place) =>
        one.ask({
          open: {
            port: Number(urls[place]?.port),
            paths: pathsFrom(start, end),
            from: 2 + place * 20 + (start === 0 ? 0 : 1),
          },
        }),
      ),
    )
  const reports = async (): Promise<Seen[]> =>
    (await Promise.all(readers.map((one) => one.ask('report')))) as Seen[]
  try {
    await openUpTo(0, first)
    for (let block = 0; block < 5; block += 1) {
      await mineBlock(chain)
      await pause(500)
    }
    const before = await resident(pids)
    const opening = performance.now()
    await openUpTo(first, each)
    console.log(
      `${each * urls.length} streams opened in ${((performance.now() - opening) / 1000).toFixed(1)} s`,
    )
    const perStream = (megabytes: number): number => (megabytes * 1000) / ((each - first) * urls.length)
    const atRest = perStream((await resident(pids)) - before)
    await reports()
    const used = () => pids.reduce((sum, pid) => sum + secondsOf(pid), 0)
    const cpuBefore = used()
    const delays = new Float64Array(blocks * each * urls.length)
    let [count, missed, closed] = [0, 0, 0]
    for (let block = 0; block < blocks; block += 1) {
      const asked = await mineBlock(chain)
      await pause(blockTime)
      for (const { events, last, closed: ended } of await reports()) {
        closed = Math.max(closed, ended)
        for (const [place, heard] of events.entries()) {
          if (heard !== eventsOf(place)) missed += 1
          delays[count++] = (last[place] ?? 0) - asked
        }
      }
    }
    const events = blocks * each * urls.length * (perBlock + 0.5)
    const cpu = ((used() - cpuBefore) * 1e6) / events
    const afterwards = perStream((await resident(pids)) - before)
    return { atRest, afterwards, delays: delays.slice(0, count).sort(), missed, closed, cpu, nats }
  } finally {
    for (const one of readers) one.stop()
  }
}

/**
 * Live streams while blocks come: memory, delay and processor. `BENCH_STREAMS` names another number of streams than
 * 20,000, and `BENCH_PROCESSES` another number of providers than two: a process may hold only so many files open.
 */
export const listeners = (): Promise<readonly Table[]> =>
  withPostgres((databaseUrl) =>
    withChain({ databaseUrl, ...withoutRecount }, async (chain, options) => {
      const undo: (() => Promise<void> | void)[] = []
      try {
        const nats = holders > 1 ? await startNats() : undefined
        if (nats !== undefined) undo.push(nats.stop)
        const url = nats === undefined ? {} : { SLUICE_NATS_URL: nats.url }
        const urls: URL[] = []
        for (let index = 0; index < holders; index += 1) {
          const role = index === 0 ? 'all' : 'api'
          const environment = { ...options.environment, ...collecting, ...url, SLUICE_ROLE: role }
          const provider = await startProvider({ ...options, environment })
          undo.push(provider.stop)
          urls.push(new URL(provider.url))
        }
        return tables(await measure(chain, urls, nats !== undefined))
      } finally {
        for (const step of undo.reverse()) await step()
      }
    }),
  )

function tables({ atRest, afterwards, delays, missed, closed, cpu, nats }: Measured): readonly Table[] {
  const held = `${streams.toLocaleString('en')} live streams of ${holders} provider${holders === 1 ? '' : 's'}${nats ? ' that notify each other over NATS' : ''}: half want everything, half the events of one collection.`
  return [
    {
      id: 'listeners-memory',
      title: 'Memory of a live stream',
      note: `${held} Resident memory of the providers after collecting garbage, beyond what ${first} streams each need; the budget is 15.`,
      unit: 'kB',
      better: 'less',
      rows: [
        { what: 'at rest', ours: once(atRest) },
        { what: `after ${blocks} blocks`, ours: once(afterwards) },
      ],
    },
    {
      id: 'listeners-delay',
      title: 'From a block to the last byte of its events at a listener',
      note: `${held} ${blocks} blocks with ${perBlock} transfers each, ${blockTime / 1000} s apart, from the request to the node to mine it on; ${missed} of ${delays.length} were incomplete, and ${closed} streams ended. Listeners, node and database share the machine. The budget is 1,000 at the 99th percentile.`,
      unit: 'ms',
      better: 'less',
      rows: [
        { what: 'median', ours: once(at(delays, 0.5)) },
        { what: '99th percentile', ours: once(at(delays, 0.99)) },
        { what: 'longest', ours: once(at(delays, 1)) },
      ],
    },
    {
      id: 'listeners-cpu',
      title: 'Processor of the providers for each event at each listener',
      note: 'In the same run.',
      unit: 'µs',
      better: 'less',
      rows: [{ what: 'an event', ours: once(cpu) }],
    },
  ]
}
