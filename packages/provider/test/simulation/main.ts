import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { openBackends } from './backends.ts'
import { loadCore } from './clients/loadCore.ts'
import { type Plan, planOfSeed } from './plan.ts'
import { createSimulation } from './runSeed.ts'
import { startWorldServer } from './worldServer.ts'

const realNow = performance.now.bind(performance)

const args = process.argv.slice(2)
const given = [...args]
/** The value after a name such as `--seed`. */
const option = (name: string): string | undefined => {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}
const replayed = option('--seed')
const named = replayed === undefined ? undefined : Number(replayed)
const isRepeated = args.includes('--twice') && args.splice(args.indexOf('--twice'), 1).length > 0
const only = option('--only') as keyof Plan | undefined
const asked = option('--workers')
/** Of a process that another one started: its database, and its place among the workers. */
const [databaseUrl, place] = [option('--database'), Number(option('--place') ?? 0)]
const [first = 1, count = named === undefined ? 100 : 1] = named === undefined ? args.map(Number) : [named]
/** A worker takes seconds to start: a few seeds are run sooner by one. */
const workers = Number(asked ?? Math.min(availableParallelism(), Math.ceil(count / 10)))
const print = (text: string): boolean => process.stdout.write(`${text}\n`)

/** The next seeds, of those whose plan has the trouble that was asked for. */
function* seedsOf(): Generator<number> {
  let left = count
  for (let seed = first; left > 0; seed += 1) {
    if (only !== undefined && !planOfSeed(seed)[only]) continue
    left -= 1
    yield seed
  }
}

type Sum = { readonly seeds: number; readonly steps: number; readonly failed: number }

/** Runs this worker's share of the seeds, one after another. */
async function runShare(url: string): Promise<Sum> {
  const backends = await openBackends(url)
  const run = createSimulation(backends, await loadCore())
  let [seeds, steps, failed] = [0, 0, 0]
  for (const [index, seed] of [...seedsOf()].entries()) {
    if (index % workers !== place) continue
    const started = realNow()
    const result = await run(seed, named === undefined ? undefined : print)
    seeds += 1
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
  await backends.close()
  return { seeds, steps, failed }
}

/** Has a process of its own run a worker's share: the world replaces the clock of its whole process. */
function startWorker(url: string, place: number): Promise<Sum> {
  const own = ['--workers', String(workers), '--database', url, '--place', String(place)]
  const child = fork(fileURLToPath(import.meta.url), [...given, ...own])
  return new Promise((done, fail) => {
    child.once('message', (sum) => done(sum as Sum))
    child.once('exit', (code, signal) => fail(new Error(`A worker ended with ${code ?? signal}.`)))
  })
}

if (databaseUrl === undefined) {
  const server = await startWorldServer()
  try {
    const began = realNow()
    const places = Array.from({ length: Math.min(workers, count) }, (_, place) => place)
    const urls = await Promise.all(places.map(() => server.newDatabase()))
    const sums = await Promise.all(
      urls.map((url, place) => (urls.length === 1 ? runShare(url) : startWorker(url, place))),
    )
    const sum = (of: keyof Sum): number => sums.reduce((total, one) => total + one[of], 0)
    const seconds = (realNow() - began) / 1000
    print(
      `${sum('seeds')} seeds, ${sum('steps')} steps in ${seconds.toFixed(1)} s: ${Math.round((sum('steps') / seconds) * 60)} steps a minute, ${sum('failed')} failed.`,
    )
    process.exitCode = sum('failed') > 0 ? 1 : 0
  } catch (cause) {
    process.exitCode = 1
    console.error(cause)
  } finally {
    await server.stop()
    process.exit()
  }
} else {
  const sum = await runShare(databaseUrl)
  process.send?.(sum, undefined, {}, () => process.exit())
}
