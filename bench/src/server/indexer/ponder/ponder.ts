import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LocalChain } from '@sluice/devnet'
import { type Cpu, cpuEach, cpuSeconds, postmasterPid } from '../../processes.ts'
import { withClient } from '../../withClient.ts'
import type { HistorySize } from '../history.ts'
import { appFiles } from './appFiles.ts'

/** The newest release whose dependencies the registry has. */
const version = '0.16.10'
export const ponderName = `Ponder ${version}`

export type Beside = { readonly rate: number; readonly cpu: Cpu }

/** Installs Ponder outside of the workspaces, once, without the scripts of its packages. @returns its folder. */
function installed(): string {
  const folder = resolve(import.meta.dirname, '../../../../../.sluice/cache/ponder', version)
  for (const [name, text] of Object.entries(appFiles)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    if (name !== 'package.json' || !existsSync(file)) writeFileSync(file, text)
  }
  if (!existsSync(join(folder, 'node_modules/ponder'))) {
    const args = ['install', `ponder@${version}`, '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  }
  return folder
}

const count = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ events: string }>(`
      select (select count(*) from ponder.transfer) + (select count(*) from ponder.fill)
        + (select count(*) from ponder.cancel) as events`)
    return Number(rows[0]?.events)
  })

/** Starts Ponder with an empty database over a chain that has a history, and waits until all of it is stored. */
export async function indexWithPonder(
  chain: LocalChain,
  serverUrl: string,
  { events }: HistorySize,
): Promise<Beside> {
  const folder = installed()
  await withClient(serverUrl, (client) => client.query('create database ponder'))
  const url = new URL(serverUrl)
  url.pathname = '/ponder'
  const { collections, seaport } = chain.contracts
  const program = join(folder, 'node_modules/ponder/dist/esm/bin/ponder.js')
  const port = 42_000 + (process.pid % 1000)
  const child = spawn(
    process.execPath,
    [program, 'start', '--schema', 'ponder', '--port', String(port), '--log-level', 'warn'],
    {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        PONDER_TELEMETRY_DISABLED: 'true',
        DATABASE_URL: url.href,
        RPC_URL: chain.rpcUrl,
        CHAIN_ID: String(chain.id),
        START_BLOCK: String(chain.startBlock + 1),
        SEAPORT: seaport,
        COLLECTIONS: JSON.stringify(
          collections.filter(({ kind }) => kind === 'erc721').map(({ address }) => address),
        ),
      },
    },
  )
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`Ponder stopped (${code}).`)
  })
  died.catch(() => undefined)
  try {
    const postmaster = await postmasterPid(serverUrl)
    const answers = (path: string): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ ok }) => ok,
        () => false,
      )
    // Like the provider's, the time of the start is not counted.
    while (!(await Promise.race([answers('/health'), died]))) await pause(50)
    const [before, started] = [cpuSeconds(postmaster, child.pid), performance.now()]
    while (!(await Promise.race([answers('/ready'), died])) || (await count(url.href)) < events)
      await pause(250)
    const seconds = (performance.now() - started) / 1000
    return { rate: events / seconds, cpu: cpuEach(before, cpuSeconds(postmaster, child.pid), events) }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit').catch(() => undefined)
  }
}
