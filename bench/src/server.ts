import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@sluice/provider'
import { intake, verification } from './intake.ts'

/** The provider's own sections: each starts what it measures and stops it again. */

const whole = (value: number): string => Math.round(value).toLocaleString('en').padStart(9)

/** A Postgres of its own, or the server of `DATABASE_URL`. */
async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env.DATABASE_URL
  if (given !== undefined && given !== '') return work(given)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-pg-'))
  const postgres = await startEmbeddedPostgres(folder)
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function serverVerification(): Promise<void> {
  console.log('\nSigned orders checked per CPU second: struct hash, digest, recovery (ratio against viem)')
  for (const { name, perSecond, ratio } of await verification())
    console.log(`  ${name.padEnd(30)} ${whole(perSecond)}  ${ratio.toFixed(1)}×`)
}

export async function serverIntake(): Promise<void> {
  console.log('\nOrders taken in, acknowledged and on disk; chain, database and clients on this machine too')
  const { bulk, bare, single } = await withPostgres((url) => intake(url))
  console.log(`  posts of 50, 8 clients          ${whole(bulk)} orders/s`)
  console.log(
    `  hono + pg, nothing checked      ${whole(bare)} orders/s  (ours ${(bulk / bare).toFixed(2)}×)`,
  )
  console.log(
    `  one order a post, one by one    ${single.median.toFixed(1).padStart(9)} ms median, ${single.p99.toFixed(1)} ms 99th percentile`,
  )
}
