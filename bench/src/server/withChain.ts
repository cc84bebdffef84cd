import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalChain, startChain, startProvider } from '@sluice/devnet'
import { builtProvider } from './builtProvider.ts'

export type ProviderOptions = Parameters<typeof startProvider>[0]

/** For a generated book: a recount would find that the chain has none of it. */
export const withoutRecount = { environment: { SLUICE_RECOUNT_SECONDS: '0' } }

/** Starts a chain and passes it with the options of a provider for it, as installed. Removes everything at the end. */
export async function withChain<T, Options extends Partial<ProviderOptions>>(
  more: Options,
  work: (chain: LocalChain, options: ProviderOptions & Options) => Promise<T>,
): Promise<T> {
  const program = builtProvider()
  const chain = await startChain()
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  try {
    return await work(chain, { port: 0, dataDir, chains: [chain], program, ...more })
  } finally {
    await chain.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts a provider and passes the base URL of its first chain. Stops it at the end. */
export async function serving<T>(options: ProviderOptions, work: (base: string) => Promise<T>): Promise<T> {
  const provider = await startProvider(options)
  try {
    return await work(`${provider.url}/${options.chains[0]?.slug}`)
  } finally {
    await provider.stop()
  }
}

/** Starts a chain and a provider for it, with its own Postgres unless `more` names one. */
export const withProvider = <T>(
  work: (chain: LocalChain, base: string, options: ProviderOptions) => Promise<T>,
  more: Partial<ProviderOptions> = {},
): Promise<T> => withChain(more, (chain, options) => serving(options, (base) => work(chain, base, options)))
