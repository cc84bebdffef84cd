import { spawn } from 'node:child_process'
import { startChain } from '@sluice/devnet'
import { createProvider, startEmbeddedPostgres } from '@sluice/provider'
import { measureHotReads } from './hotReads.ts'

const dir = process.argv[2] as string
const pgs = await startEmbeddedPostgres(dir)
const chain = await startChain()
// a provider in its own process on the same database
const { startProvider } = await import('@sluice/devnet')
const provider = await startProvider({ port: 0, dataDir: '/tmp/x', chains: [chain], databaseUrl: pgs.url })
console.log(
  await measureHotReads(`${provider.url}/${chain.slug}`, pgs.url, 31337, Number(process.argv[3] ?? 3), 1000),
)
await provider.stop()
await chain.stop()
await pgs.stop()
void createProvider
void spawn
