import { createClient, transferTokens } from '@sluice/core'
import { collection, receiver, type ScriptedMarket, startScriptedMarket } from './scriptedMarket.ts'
import { instantWallet } from './waits.ts'

/** What sequential executions cost beside a bare client that makes the same requests and checks nothing. */
export type ExecutionCost = {
  readonly count: number
  /** Milliseconds of CPU of one execution, and of the bare client. */
  readonly cpu: number
  readonly bare: number
  /** Bytes of heap kept per execution, after collection. */
  readonly kept: number
  /** Timers alive after the last one ended. */
  readonly timers: number
}

/** Parts of the measurement, each with its bare twin. */
const turns = 10

const token = `${collection}:7`

async function cpuOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < count; index += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / count
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** The specification's three calls, and nothing else. */
async function bare(market: ScriptedMarket): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-rkc-version': '1.5.3' }
  const body = JSON.stringify({ to: receiver, items: [{ token }] })
  await (await fetch(`${market.url}/execute/transfer/v1`, { method: 'POST', headers, body })).json()
  const hash = market.send({ mined: 0, synced: 0 })
  await (await fetch(`${market.url}/transactions/${hash}/synced/v1`, { headers })).json()
  await (await fetch(`${market.url}/execute/results/v1`, { method: 'POST', headers, body })).json()
}

/** The provider's word alone is followed, so that both make the same three requests. Server included in both. */
async function measure(count: number): Promise<ExecutionCost> {
  const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined)
  const market = await startScriptedMarket(false)
  const client = createClient({
    chains: [{ id: 1, name: 'Scripted', baseApiUrl: market.url, blockTime: 2_000, rpcUrls: [] }],
  })
  const wallet = instantWallet(market, () => ({ mined: 0, synced: 0 }))
  const run = () =>
    transferTokens(client, { wallet, to: receiver, items: [{ token }], confirm: () => true }).result()
  try {
    await cpuOf(200, () => bare(market))
    // The runtime's own, which keep its connections.
    const own = timers()
    await cpuOf(200, run)
    // By turns, so that both have the same machine.
    const sums = { bare: 0, cpu: 0 }
    for (let turn = 0; turn < turns; turn += 1) {
      sums.bare += await cpuOf(count / turns, () => bare(market))
      sums.cpu += await cpuOf(count / turns, run)
    }
    const [floor, cpu] = [sums.bare / turns, sums.cpu / turns]
    // What one run writes down is kept on purpose: forgotten here, so that only what leaks is left.
    const forget = async () => {
      for (const { id } of await client.journal.entries()) await client.journal.forget(id)
      for (let turn = 0; turn < 3; turn += 1) collect()
      return process.memoryUsage().heapUsed
    }
    const before = await forget()
    await cpuOf(count, run)
    const kept = ((await forget()) - before) / count
    // The last report to the provider is on its way still: nobody waits for it.
    await new Promise((wake) => setTimeout(wake, 200))
    return { count, cpu, bare: floor, kept, timers: Math.max(0, timers() - own) }
  } finally {
    await market.stop()
  }
}

process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))))
