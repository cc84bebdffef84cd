import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalChain, rpc } from '@sluice/devnet'
import { numberToHex } from 'viem'
import { type Cpu, cpuSeconds, postmasterPid } from '../processes.ts'
import { withClient } from '../withClient.ts'

/**
 * What no indexer can do without, for each event: a node returns its log, JSON is parsed, and a row is written to a table
 * without indexes.
 */
export type Floor = {
  /** Events per second if two processors did nothing else, and never waited. */
  readonly rate: number
  /** Microseconds of processor time for each event. */
  readonly cpu: Cpu
}

/** Blocks whose logs are read by one request. */
const step = 100
const processors = 2

/** Reads all logs of the history, like a reader that requests nothing else. @returns microseconds. */
async function readLogs(
  chain: LocalChain,
  last: number,
  events: number,
): Promise<Pick<Cpu, 'provider' | 'node'>> {
  const { collections, seaport, weth, usdc } = chain.contracts
  const address = [...collections.map((one) => one.address), seaport, weth, usdc]
  const [before, own] = [cpuSeconds(0, 0), process.cpuUsage()]
  for (let start = chain.startBlock + 1; start <= last; start += step)
    await rpc(chain.rpcUrl, 'eth_getLogs', [
      { address, fromBlock: numberToHex(start), toBlock: numberToHex(Math.min(last, start + step - 1)) },
    ])
  const { user, system } = process.cpuUsage(own)
  return {
    provider: (user + system) / events,
    node: ((cpuSeconds(0, 0).node - before.node) * 1e6) / events,
  }
}

/** Copies the rows that the provider stored into tables without indexes. @returns microseconds of Postgres. */
const copyRows = (databaseUrl: string, chainId: number, events: number): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const postmaster = await postmasterPid(databaseUrl)
    let seconds = 0
    for (const table of ['transfers', 'fills', 'cancels']) {
      const file = join(tmpdir(), `sluice-bench-${randomUUID()}`)
      await client.query(`create table bare (like ${table})`)
      await client.query(`copy ${table}_${chainId} to '${file}'`)
      await client.query('checkpoint')
      const before = cpuSeconds(postmaster, 0).postgres
      await client.query(`copy bare from '${file}'`)
      seconds += cpuSeconds(postmaster, 0).postgres - before
      await client.query('drop table bare')
      rmSync(file, { force: true })
    }
    return (seconds * 1e6) / events
  })

/** Measures the floor of a history that a provider has stored. @param last its last block. */
export async function floorOf(
  chain: LocalChain,
  databaseUrl: string,
  { events, last }: { readonly events: number; readonly last: number },
): Promise<Floor> {
  const read = await readLogs(chain, last, events)
  const cpu = { ...read, postgres: await copyRows(databaseUrl, chain.id, events) }
  return { cpu, rate: (processors * 1e6) / (cpu.provider + cpu.postgres + cpu.node) }
}
