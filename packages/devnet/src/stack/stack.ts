import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idleBlocks } from '../chain/idleBlocks.ts'
import { type LocalAccount, localAccounts } from '../contracts/accounts.ts'
import { compileContracts } from '../contracts/compile.ts'
import { bookSettings } from '../openSeaStandIn/bookSettings.ts'
import { startOpenSeaStandIn } from '../openSeaStandIn/openSeaStandIn.ts'
import { seedStandIn } from '../openSeaStandIn/seedStandIn.ts'
import { freePort } from '../processes/freePort.ts'
import { startReaper } from '../processes/reaper.ts'
import { type ClientConfig, clientConfig } from './clientConfig.ts'
import { listEnforced } from './enforcedCollection.ts'
import { type LocalChain, startChain } from './localChain.ts'
import { type ProviderOptions, type ProviderProcess, startProvider } from './providerProcess.ts'
import { seedDrop } from './seedDrop.ts'
import { seedMarket } from './seedMarket.ts'

export type StackOptions = {
  /** Ports of the two chains and of the provider; 0 takes any free one. */
  readonly ports?: readonly [number, number, number]
  /** Whether the market is seeded with owners, listings, offers and sales; true by default. */
  readonly seed?: boolean
  /** Whether the market has two months of past sales. */
  readonly history?: boolean
  /** Tokens of each seeded collection; 24 by default, or `largest` if that is less. */
  readonly size?: number
  /** Tokens of the first chain's first collection, if greater than `size`. */
  readonly largest?: number
  readonly blockTime?: number
  /** Whether the conduit of both chains has the address that OpenSea's SDK expects. */
  readonly releasedConduit?: boolean
  /** Whether chains that mine on demand also mine empty blocks; see `idleBlocks`. */
  readonly idleBlocks?: boolean
  /** Whether the second chain runs too; true by default. */
  readonly secondChain?: boolean
  /** Returns the exchange rates of a chain; none by default. See `sampleRates`. */
  readonly ratesOf?: ProviderOptions['ratesOf']
  /** Whether a stand-in for OpenSea's API runs, with orders of the first chain. */
  readonly books?: boolean
  /** Whether the market also has a collection with a public mint. */
  readonly drop?: boolean
  /** Whether the first chain has a collection whose transfer validator enforces royalties. */
  readonly enforced?: boolean
  readonly databaseUrl?: string
  readonly logLevel?: string
  readonly progress?: (line: string) => void
}

/** What a client needs to trade on the stack. `npm run stack` prints it as one line of JSON. */
export type StackDescription = {
  readonly provider: string
  readonly chains: readonly (Omit<LocalChain, 'stop' | 'node'> & {
    readonly baseApiUrl: string
    /** What `createClient` takes for this chain. */
    readonly config: ClientConfig
  })[]
  readonly accounts: readonly LocalAccount[]
}

export type Stack = {
  readonly description: StackDescription
  readonly chains: readonly LocalChain[]
  readonly accounts: readonly LocalAccount[]
  readonly provider: ProviderProcess
  stop(): Promise<void>
}

/** Starts the chains and a provider with a Postgres database, and seeds the market. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const progress = options.progress ?? (() => {})
  const [portA, portB, providerPort] = options.ports ?? [0, 0, 0]
  const blockTime = options.blockTime === undefined ? {} : { blockTime: options.blockTime }
  const size = options.size ?? Math.min(24, options.largest ?? 24)
  const reaper = startReaper()
  const undo: (() => Promise<unknown> | unknown)[] = [reaper.dismiss]
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const artifacts = await compileContracts(progress)
    const seedTokens = options.seed === false ? 0 : size
    const first = portA === 0 ? 0 : await freePort(portA, 'chain 31337', progress)
    const from = portB > first ? portB : first + 1
    const second = portB === 0 ? 0 : await freePort(from, 'chain 1337', progress)
    const nodes = [
      { chainId: 31337, port: first, largest: options.largest, enforced: options.enforced ?? false },
      ...(options.secondChain === false ? [] : [{ chainId: 1337, port: second }]),
    ]
    const started = await Promise.allSettled(
      nodes.map((node) =>
        startChain({
          ...node,
          ...blockTime,
          artifacts,
          seedTokens,
          history: options.history ?? false,
          releasedConduit: options.releasedConduit ?? false,
          reaper,
          progress,
        }),
      ),
    )
    const chains = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const chain of chains) undo.push(chain.stop)
    for (const one of started) if (one.status === 'rejected') throw one.reason
    const accounts = localAccounts()
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-stack-'))
    reaper.remove(dataDir)
    reaper.watchPostgres(join(dataDir, 'data', 'postmaster.pid'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const [firstChain] = chains
    const standIn =
      options.books === true && firstChain !== undefined
        ? await startOpenSeaStandIn({ chain: firstChain })
        : undefined
    if (standIn !== undefined) undo.push(standIn.stop)
    const port = providerPort === 0 ? 0 : await freePort(providerPort, 'the provider', progress)
    progress('Starting the provider and its Postgres …')
    const provider = await startProvider({
      port,
      dataDir,
      chains,
      ratesOf: options.ratesOf,
      databaseUrl: options.databaseUrl,
      logLevel: options.logLevel,
      drop: options.drop,
      reaper,
      ...(standIn === undefined ? {} : bookSettings(standIn, firstChain?.id ?? 0)),
    })
    undo.push(provider.stop)
    const description: StackDescription = {
      provider: provider.url,
      chains: chains.map(({ stop: _, node: __, ...chain }, index) => {
        const baseApiUrl = `${provider.url}/${chain.slug}`
        return {
          ...chain,
          baseApiUrl,
          config: clientConfig(chain, baseApiUrl, index === 0, index === 0 && standIn ? [standIn.zone] : []),
        }
      }),
      accounts,
    }
    if (options.seed !== false) {
      progress('Seeding the market: owners, listings, offers and sales …')
      await Promise.all(
        chains.map((chain, index) =>
          seedMarket({
            chain,
            baseApiUrl: `${provider.url}/${chain.slug}`,
            accounts,
            size,
            largest: index === 0 ? options.largest : undefined,
          }),
        ),
      )
    }
    if (options.drop === true && options.seed !== false)
      await Promise.all(chains.map((chain) => seedDrop(chain, `${provider.url}/${chain.slug}`, accounts)))
    if (options.seed !== false)
      await Promise.all(chains.map((chain) => listEnforced(chain, `${provider.url}/${chain.slug}`, accounts)))
    if (standIn !== undefined && options.seed !== false && firstChain !== undefined)
      await seedStandIn(standIn, firstChain, accounts)
    if (options.idleBlocks && options.blockTime === undefined) undo.push(idleBlocks(chains, progress))
    return { description, chains, accounts, provider, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
