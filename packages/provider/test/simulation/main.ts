import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { startOwnPostgres } from '../testDatabase.ts'
import { openBackends, virtualClock } from './backends.ts'
import { type Plan, planOfSeed } from './plan.ts'
import { chainId } from './providerProcess.ts'
import { createSimulation } from './runSeed.ts'

const realNow = performance.now.bind(performance)

/** A migrated database whose clock is the world's, in a server of its own. */
async function startDatabase(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = await startOwnPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.query('create database world')
  await client.query('alter database world set search_path = public, sim, pg_catalog')
  await client.query(`alter database world set sim.now = '0'`)
  await client.query('alter database world set plan_cache_mode = force_generic_plan')
  await client.query(`alter database world set timezone = 'UTC'`)
  await client.end()
  const url = new URL(server.url)
  url.pathname = '/world'
  const world = new pg.Client({ connectionString: url.href })
  await world.connect()
  await world.query(virtualClock)
  await world.end()
  await (await openDatabase(url.href, [chainId])).close()
  return { url: url.href, stop: server.stop }
}

const args = process.argv.slice(2)
/** The value after a name such as `--seed`. */
const option = (name: string): string | undefined => {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}
const replayed = option('--seed')
const named = replayed === undefined ? undefined : Number(replayed)
const isRepeated = args.includes('--twice') && args.splice(args.indexOf('--twice'), 1).length > 0
const only = option('--only') as keyof Plan | undefined
const [first = 1, count = named === undefined ? 100 : 1] = named === undefined ? args.map(Number) : [named]
/** The next seeds, of those whose plan has the trouble that was asked for. */
function* seedsOf(): Generator<number> {
  let left = count
  for (let seed = first; left > 0; seed += 1) {
    if (only !== undefined && !planOfSeed(seed)[only]) continue
    left -= 1
    yield seed
  }
}
const print = (text: string): boolean => process.stdout.write(`${text}\n`)

const database = await startDatabase()
try {
  const backends = await openBackends(database.url)
  const run = createSimulation(backends)
  const began = realNow()
  let [steps, failed] = [0, 0]
  for (const seed of seedsOf()) {
    const started = realNow()
    const result = await run(seed, named === undefined ? undefined : print)
    steps += result.steps
    const seconds = (realNow() - started) / 1000
    const again = isRepeated ? await run(seed) : result
    if (again.digest !== result.digest) {
      failed += 1
      print(`Seed ${seed} took other steps when it was run again.`)
      const at = result.trace.findIndex((line, place) => line !== again.trace[place])
      for (const lines of [result.trace, again.trace]) print(`  ${lines[at]}`)
    }
    if (result.violations.length > 0) {
      failed += 1
      print(`\nSeed ${seed} failed: ${JSON.stringify(result.plan)}`)
      for (const line of result.violations.slice(0, 30)) print(`  ${line}`)
      if (named === undefined) for (const line of result.trace.slice(-5)) print(`    ${line}`)
    }
    print(
      `seed ${seed}: ${result.steps} steps in ${seconds.toFixed(1)} s, digest ${result.digest.toString(16)}`,
    )
  }
  const seconds = (realNow() - began) / 1000
  print(
    `${count} seeds, ${steps} steps in ${seconds.toFixed(1)} s: ${Math.round((steps / seconds) * 60)} steps a minute, ${failed} failed.`,
  )
  await backends.close()
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  await database.stop()
  process.exit()
}
