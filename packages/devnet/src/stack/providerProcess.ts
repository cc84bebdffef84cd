import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { localAccount, localRoles } from '../contracts/accounts.ts'
import { loaderFlags } from '../processes/loaderFlags.ts'
import type { Reaper } from '../processes/reaper.ts'
import { stopProcess } from '../processes/stopProcess.ts'
import type { LocalChain } from './localChain.ts'
import type { FixedRates } from './sampleRates.ts'

const main = createRequire(import.meta.url).resolve('@sluice/provider/main')

export type ProviderOptions = {
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  readonly chains: readonly LocalChain[]
  /** Returns the exchange rates of a chain; none by default. */
  readonly ratesOf?: ((chain: LocalChain) => FixedRates | undefined) | undefined
  readonly logLevel?: string | undefined
  /** Settings of other order books by chain id. */
  readonly orderBooks?: Readonly<Record<number, readonly object[]>> | undefined
  /** Whether the collection of the public drop is indexed too. */
  readonly drop?: boolean | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
  readonly reaper?: Reaper | undefined
  /** Entry file of the program; `SLUICE_PROVIDER_PROGRAM` by default, or else that of `@sluice/provider`. */
  readonly program?: string | undefined
}

/** A provider in its own process, so that tests can kill it as a failing machine would. */
export type ProviderProcess = {
  readonly url: string
  kill(signal: NodeJS.Signals): Promise<void>
  /** Suspends the process. It keeps its connections and memory. */
  freeze(): void
  /** Resumes a frozen process. */
  thaw(): void
  /** Kills the process and starts it again with the same port and database. */
  restart(): Promise<void>
  /** Calls `listener` when the process exits without a call of {@link stop} or {@link restart}. */
  onDeath(listener: (reason: string) => void): void
  stop(): Promise<void>
}

const settings = (options: ProviderOptions, port: number): Record<string, string> => ({
  SLUICE_PORT: String(port),
  SLUICE_DATA_DIR: options.dataDir,
  SLUICE_LOG_LEVEL: options.logLevel ?? 'warn',
  // The signer of the local zones is the operator, whose key is public.
  SLUICE_ZONE_KEY: localAccount(localRoles.operator).privateKey,
  SLUICE_CHAINS: JSON.stringify(
    options.chains.map((chain) => ({
      id: chain.id,
      slug: chain.slug,
      name: chain.name,
      rpcUrls: [chain.rpcUrl],
      wsUrls: [chain.wsUrl],
      nativeSymbol: chain.nativeSymbol,
      wrappedNative: chain.contracts.weth,
      usdc: chain.contracts.usdc,
      rates: options.ratesOf?.(chain),
      conduitKey: chain.contracts.conduitKey,
      conduit: chain.contracts.conduit,
      seaport: chain.contracts.seaport,
      seaport15: chain.contracts.seaport15,
      royaltyEngine: chain.contracts.royaltyEngine,
      multicall3: chain.contracts.multicall3,
      zone: chain.contracts.zone,
      collections: [
        ...chain.contracts.collections,
        ...(options.drop ? [chain.contracts.drop] : []),
        ...(chain.contracts.enforced === undefined ? [] : [chain.contracts.enforced]),
      ].map(({ address }) => address),
      startBlock: chain.startBlock,
      orderBooks: options.orderBooks?.[chain.id],
    })),
  ),
  ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
  ...options.environment,
})

function launch(options: ProviderOptions, port: number): Promise<{ child: ChildProcess; url: string }> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('SLUICE_')),
  )
  const program = options.program ?? process.env.SLUICE_PROVIDER_PROGRAM ?? main
  const child = spawn(process.execPath, [...loaderFlags(program), program, '--with-parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
    env: { ...inherited, ...settings(options, port) },
  })
  options.reaper?.watch(child)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code, signal) =>
      fail(new Error(`The provider exited while it was starting (${code ?? signal}).`)),
    )
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { url } = JSON.parse(line) as { url: string }
      done({ child, url })
    })
  })
}

/** Starts a provider and resolves when it serves requests. It stops when this process exits. */
export async function startProvider(options: ProviderOptions): Promise<ProviderProcess> {
  const listeners: ((reason: string) => void)[] = []
  const expected = new Set<ChildProcess>()
  const watch = (process: ChildProcess): void => {
    process.once('exit', (code, signal) => {
      if (!expected.has(process)) for (const listener of listeners) listener(signal ?? `exit code ${code}`)
    })
  }
  let { child, url } = await launch(options, options.port)
  watch(child)
  const port = Number(new URL(url).port)
  const restart = async (): Promise<void> => {
    expected.add(child)
    await stopProcess(child, 'SIGKILL')
    ;({ child } = await launch(options, port))
    watch(child)
  }
  return {
    url,
    kill: (signal) => stopProcess(child, signal),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    restart,
    onDeath: (listener) => void listeners.push(listener),
    stop: async () => {
      child.kill('SIGCONT')
      // A killed provider leaves its database running, which only a provider can stop.
      if (child.signalCode === 'SIGKILL') await restart()
      expected.add(child)
      await stopProcess(child, 'SIGTERM')
    },
  }
}
