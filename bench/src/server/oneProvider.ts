import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalChain, startChain, startProvider } from '@sluice/devnet'
import { builtProvider } from './built.ts'

/** A chain and a provider beside it, as installed, with a Postgres of its own; all stopped at the end. */
export async function withProvider<T>(work: (chain: LocalChain, base: string) => Promise<T>): Promise<T> {
  const program = builtProvider()
  const chain = await startChain()
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  try {
    const provider = await startProvider({ port: 0, dataDir, chains: [chain], program })
    try {
      return await work(chain, `${provider.url}/${chain.slug}`)
    } finally {
      await provider.stop()
    }
  } finally {
    await chain.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
