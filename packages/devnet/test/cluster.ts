import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startEmbeddedPostgres } from '@sluice/provider'
import type { Reaper } from '../src/processes/reaper.ts'
import { stopProcess } from '../src/processes/stopProcess.ts'
import type { LocalChain } from '../src/stack/localChain.ts'
import { type ProviderProcess, startProvider } from '../src/stack/providerProcess.ts'
import { createOwnPorts } from './ownPorts.ts'
import { startTogether } from './startTogether.ts'

/** The path of this machine's NATS server; `undefined` if it has none. */
export const natsBinary = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']
  .map((folder) => join(folder, 'nats-server'))
  .find((file) => existsSync(file))

/** A server that can be killed and started again at the same address. */
export type Member = { kill(): Promise<void>; restart(): Promise<void>; stop(): Promise<void> }

export async function startPostgres(
  folder: string,
  port: number,
): Promise<Member & { readonly url: string }> {
  let server = await startEmbeddedPostgres(folder, port)
  const pid = () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: server.url,
    kill: async () => {
      process.kill(pid(), 'SIGKILL')
    },
    restart: async () => {
      // The old server's files are locked until the last of its processes has ended.
      for (let attempt = 1; ; attempt += 1) {
        try {
          server = await startEmbeddedPostgres(folder, port)
          return
        } catch (cause) {
          if (attempt === 50) throw cause
          await new Promise((wake) => setTimeout(wake, 100))
        }
      }
    },
    stop: () => server.stop(),
  }
}

async function startNats(binary: string, port: number, reaper: Reaper): Promise<Member> {
  const launch = (): Promise<ChildProcess> =>
    new Promise((done, fail) => {
      const child = spawn(binary, ['-a', '127.0.0.1', '-p', String(port)], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      reaper.watch(child)
      let said = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('Server is ready')) done(child)
      })
      child.once('error', fail)
      child.once('exit', () => fail(new Error(`NATS stopped at its start. ${said}`)))
    })
  let child = await launch()
  return {
    kill: () => stopProcess(child, 'SIGKILL'),
    restart: async () => {
      child = await launch()
    },
    stop: () => stopProcess(child, 'SIGTERM'),
  }
}

/** Two API processes, two indexers, one Postgres, and NATS if `nats` is given. */
export type Cluster = {
  readonly chain: LocalChain
  readonly databaseUrl: string
  readonly postgres: Member
  readonly nats: Member | undefined
  readonly apis: readonly ProviderProcess[]
  readonly indexers: readonly ProviderProcess[]
  stop(): Promise<void>
}

export const startCluster = (nats: string | undefined): Promise<Cluster> =>
  startTogether('sluice-cluster-', async ({ chain, reaper, folder, onStop }) => {
    const ownPort = createOwnPorts()
    const postgres = await startPostgres(folder, await ownPort('Postgres'))
    onStop(postgres.stop)
    const natsPort = await ownPort('NATS')
    const messages = nats === undefined ? undefined : await startNats(nats, natsPort, reaper)
    if (messages !== undefined) onStop(messages.stop)
    const launch = ([role, port]: readonly [string, number]): Promise<ProviderProcess> =>
      startProvider({
        port,
        dataDir: folder,
        databaseUrl: postgres.url,
        chains: [chain],
        logLevel: 'fatal',
        reaper,
        environment: {
          SLUICE_ROLE: role,
          ...(nats === undefined ? {} : { SLUICE_NATS_URL: `nats://127.0.0.1:${natsPort}` }),
        },
      })
    const roles: [string, number][] = []
    for (const role of ['indexer', 'indexer', 'api', 'api']) roles.push([role, await ownPort(role)])
    const processes = await Promise.all(roles.map(launch))
    for (const one of processes) onStop(one.stop)
    return {
      databaseUrl: postgres.url,
      postgres,
      nats: messages,
      indexers: processes.slice(0, 2),
      apis: processes.slice(2),
    }
  })
