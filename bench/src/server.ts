import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalChain, startChain, startProvider } from '@sluice/devnet'
import { startEmbeddedPostgres } from '@sluice/provider'
import { fillBook, reopenBook } from './book.ts'
import { builtProvider } from './built.ts'
import { type HotReadRow, measureHotReads } from './hotReads.ts'
import { intake, verification } from './intake.ts'
import { market } from './market.ts'
import { measureMemory } from './memory.ts'

/** The provider's own sections: each starts what it measures and stops it again. */

const whole = (value: number): string => Math.round(value).toLocaleString('en').padStart(9)

/** A Postgres of its own, or the server of `DATABASE_URL`. In `keep` it stays from run to run. */
async function withPostgres<T>(work: (url: string) => Promise<T>, keep?: string): Promise<T> {
  const given = process.env.DATABASE_URL
  if (given !== undefined && given !== '') return work(given)
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'sluice-bench-pg-'))
  const postgres = await startEmbeddedPostgres(folder)
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
    if (keep === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

export async function serverVerification(): Promise<void> {
  console.log('\nSigned orders checked per CPU second: struct hash, digest, recovery (ratio against viem)')
  for (const { name, perSecond, ratio } of await verification())
    console.log(`  ${name.padEnd(30)} ${whole(perSecond)}  ${ratio.toFixed(1)}×`)
}

export async function serverIntake(): Promise<void> {
  console.log('\nOrders taken in, acknowledged and on disk; chain, database and clients on this machine too')
  const { bulk, cpu, bare, single } = await withPostgres((url) => intake(url))
  console.log(`  posts of 50, 8 clients          ${whole(bulk)} orders/s`)
  console.log(
    `    processor for each            ${whole(cpu.provider)} µs provider, ${cpu.postgres.toFixed(0)} Postgres, ${cpu.node.toFixed(0)} node`,
  )
  console.log(
    `  hono + pg, nothing checked      ${whole(bare)} orders/s  (ours ${(bulk / bare).toFixed(2)}×)`,
  )
  console.log(
    `  one order a post, one by one    ${single.median.toFixed(1).padStart(9)} ms median, ${single.p99.toFixed(1)} ms 99th percentile`,
  )
}

type Options = Parameters<typeof startProvider>[0] & { readonly databaseUrl: string }

/**
 * A chain, and a database whose book holds `listings` open listings. Where `BENCH_FOLDER` names a folder, the book
 * is kept there: it is filled once, which takes a few minutes for each million.
 */
async function withBook<T>(
  listings: number,
  work: (chain: LocalChain, options: Options) => Promise<T>,
): Promise<T> {
  const kept = process.env.BENCH_FOLDER
  return withPostgres(
    async (databaseUrl) => {
      const chain = await startChain()
      const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
      const options = { port: 0, dataDir, chains: [chain], databaseUrl, program: builtProvider() }
      try {
        if ((await reopenBook(databaseUrl, chain.id)) < listings) {
          // The provider makes the tables; it is started anew over the full book.
          await (await startProvider(options)).stop()
          await fillBook(databaseUrl, chain.id, { listings })
        }
        return await work(chain, options)
      } finally {
        await chain.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    kept === undefined ? undefined : join(kept, `book-${listings}`),
  )
}

/** Hot reads at `listings` open listings, each against its bare twin. */
const readsAt = (listings: number): Promise<readonly HotReadRow[]> =>
  withBook(listings, async (chain, options) => {
    const provider = await startProvider(options)
    try {
      return await measureHotReads(`${provider.url}/${chain.slug}`, options.databaseUrl, chain.id)
    } finally {
      await provider.stop()
    }
  })

function printReads(title: string, rows: readonly HotReadRow[]): void {
  console.log(`\n${title}; 32 clients, requests a second, ratio against hono + pg with the same query`)
  for (const { name, ours, bare, ratio, p99 } of rows)
    console.log(
      `  ${name.padEnd(28)} ${whole(ours)}  bare ${whole(bare)}  ${ratio.toFixed(2)}×  99th percentile ${p99.toFixed(0)} ms`,
    )
}

export const serverReads = async (): Promise<void> =>
  printReads('Hot reads over a million listings', await readsAt(1_000_000))

export async function marketPages(): Promise<void> {
  console.log('\nThe market on the local stack, the processor slowed four times')
  const { pages, scroll } = await withPostgres((url) => market(url))
  for (const { name, largest, script } of pages)
    console.log(
      `  ${name.padEnd(28)} largest paint ${whole(largest)} ms   script ${(script / 1000).toFixed(0).padStart(4)} kB gzip`,
    )
  const { loaded, presses, median, worst, heap } = scroll
  console.log(
    `  scroll through ${loaded} tokens    key to paint: median ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms of ${presses}; heap after it ${(heap / 1e6).toFixed(0)} MB`,
  )
}

/** Takes about 10 GB of disk and a quarter of an hour. */
export async function serverReads5M(): Promise<void> {
  const one = await readsAt(1_000_000)
  const five = await readsAt(5_000_000)
  printReads('Hot reads over five million listings', five)
  five.forEach(({ name, ours }, index) => {
    console.log(
      `  ${name.padEnd(28)} ${((one[index]?.ours ?? 0) / ours).toFixed(2)}× slower than at a million`,
    )
  })
}

export async function serverMemory(): Promise<void> {
  const listings = Number(process.env.BENCH_LISTINGS ?? 1_000_000)
  const { started, reading, replaying, events } = await withBook(listings, (chain, options) =>
    measureMemory(chain, options),
  )
  console.log(`\nMemory of the provider’s process over ${whole(listings).trim()} listings, MB (budget: 300)`)
  console.log(`  started ${started.toFixed(0)}   at most while 32 clients read ${reading.toFixed(0)}`)
  console.log(
    `  ${whole(events).trim()} events replayed, after each tenth: ${replaying.map((size) => size.toFixed(0)).join(' ')}`,
  )
}
