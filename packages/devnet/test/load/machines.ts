import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Hex } from 'viem'
import { type NodeProxy, startNodeProxy } from '../../../provider/test/support/nodeProxy.ts'
import { rpc } from '../../src/chain/rpc.ts'
import type { LocalChain } from '../../src/stack/localChain.ts'
import { type ProviderProcess, startProvider } from '../../src/stack/providerProcess.ts'
import { type Member, startPostgres } from '../cluster.ts'
import { createOwnPorts } from '../ownPorts.ts'
import { startTogether } from '../startTogether.ts'
import { createGate, type Gate } from './gate.ts'
import type { Random } from './random.ts'

const answerWithoutLogs: NodeProxy['meddle'] = ({ id, method }, response) => {
  if (method !== 'eth_getLogs') return false
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: [] }))
  return true
}

/** Two processes of the provider, their Postgres and their node, each of which can be made to fail. */
export type Machines = {
  readonly chain: LocalChain
  readonly database: pg.Pool
  readonly postgres: Member
  readonly providers: readonly ProviderProcess[]
  /** What every transaction passes. */
  readonly gate: Gate
  loseLogs(lost: boolean): void
  stop(): Promise<void>
}

/** @param logLevel of the provider's processes. */
export const startMachines = (logLevel: string): Promise<Machines> =>
  startTogether('sluice-load-', async ({ chain, reaper, folder, onStop }) => {
    const proxy = await startNodeProxy()
    proxy.target = chain.rpcUrl
    onStop(proxy.stop)
    const ownPort = createOwnPorts()
    const postgres = await startPostgres(folder, await ownPort('Postgres'))
    onStop(postgres.stop)
    const ports = [await ownPort('the first provider'), await ownPort('the second provider')]
    const providers = await Promise.all(
      ports.map((port) =>
        startProvider({
          port,
          dataDir: folder,
          databaseUrl: postgres.url,
          chains: [{ ...chain, rpcUrl: proxy.url }],
          logLevel,
          reaper,
          environment: { SLUICE_READS_PER_SECOND: '0', SLUICE_WRITES_PER_SECOND: '0' },
        }),
      ),
    )
    for (const one of providers) onStop(one.stop)
    const database = new pg.Pool({ connectionString: postgres.url, max: 2 })
    database.on('error', () => {})
    onStop(() => database.end())
    const loseLogs = (lost: boolean): void => {
      proxy.meddle = lost ? answerWithoutLogs : undefined
    }
    return { database, postgres, providers, gate: createGate(), loseLogs }
  })

/** Waits until the node mines nothing. A transaction leaves the pool once its block is stored. */
async function untilMined(rpcUrl: string): Promise<void> {
  while ((await rpc<{ pending: Hex }>(rpcUrl, 'txpool_status')).pending !== '0x0') await pause(10)
}

/** A fault that can happen at any moment; it is over when the promise resolves. */
export type Fault = readonly [name: string, inject: (machines: Machines, random: Random) => Promise<void>]

const anyOf = ({ providers }: Machines, random: Random): ProviderProcess =>
  providers[random.below(providers.length)] as ProviderProcess

export const faults: readonly Fault[] = [
  [
    'a provider is killed',
    async (machines, random) => {
      const one = anyOf(machines, random)
      await one.kill('SIGKILL')
      await one.restart()
    },
  ],
  [
    'a provider is frozen',
    async (machines, random) => {
      const one = anyOf(machines, random)
      one.freeze()
      await pause(2000 + random.below(5000))
      one.thaw()
    },
  ],
  [
    'blocks are taken back',
    async ({ chain, gate }, random) => {
      const depth = 1 + random.below(5)
      // The node takes back its accounts first and its blocks a moment later: a block that is mined in between leaves a
      // chain that contradicts itself.
      await gate.alone(async () => {
        await untilMined(chain.rpcUrl)
        await rpc(chain.rpcUrl, 'anvil_rollback', [depth])
      })
      if (random.odds(0.7)) await rpc(chain.rpcUrl, 'anvil_mine', [`0x${(depth + 1).toString(16)}`])
    },
  ],
  [
    'the node leaves out logs',
    async ({ loseLogs }, random) => {
      loseLogs(true)
      await pause(500 + random.below(2000))
      loseLogs(false)
    },
  ],
  [
    'the database is killed',
    async ({ postgres }) => {
      await postgres.kill()
      await postgres.restart()
    },
  ],
  [
    'the node is frozen',
    async ({ chain }, random) => {
      chain.node.freeze()
      await pause(500 + random.below(2500))
      chain.node.thaw()
    },
  ],
  [
    'the node is killed, and comes back with what it knew a moment before',
    async ({ chain }, random) => {
      await chain.node.kill()
      await pause(random.below(1000))
      await chain.node.restart()
      await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', [true])
    },
  ],
]
