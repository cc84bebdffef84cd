import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { buildWorker } from './buildWorker.ts'
import { type Plan, planOfSeed } from './plan.ts'
import type { Share, Sum } from './worker.ts'
import { startWorldServer } from './worldServer.ts'

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
const asked = option('--workers')
const [first = 1, count = named === undefined ? 100 : 1] = named === undefined ? args.map(Number) : [named]
/** A few seeds are run sooner by one worker. */
const workers = Math.min(count, Number(asked ?? Math.min(availableParallelism(), Math.ceil(count / 10))))

/** The next seeds, of those whose plan has the trouble that was asked for. */
function seedsOf(): readonly number[] {
  const seeds: number[] = []
  for (let seed = first; seeds.length < count; seed += 1)
    if (only === undefined || planOfSeed(seed)[only]) seeds.push(seed)
  return seeds
}

/** Starts a process that runs a share of the seeds once it is told which. */
function startWorker(file: string): (share: Share) => Promise<Sum> {
  // Most of what a step makes is garbage at its end.
  const child = fork(file, [], { execArgv: ['--max-semi-space-size=64'] })
  const ended = new Promise<Sum>((done, fail) => {
    child.once('message', (sum) => done(sum as Sum))
    child.once('exit', (code, signal) => fail(new Error(`A worker ended with ${code ?? signal}.`)))
  })
  // It is reported to whoever sends a share.
  ended.catch(() => undefined)
  return (share) => {
    child.send(share)
    return ended
  }
}

const began = performance.now()
const [files, server] = await Promise.all([buildWorker(), startWorldServer(workers)])
try {
  const seeds = seedsOf()
  const sums = await Promise.all(
    Array.from({ length: workers }, async (_, place) => {
      const run = startWorker(files.worker)
      return run({
        databaseUrl: await server.newDatabase(),
        core: files.core,
        seeds: seeds.filter((_, index) => index % workers === place),
        isRepeated,
        isTold: named !== undefined,
      })
    }),
  )
  const sum = (of: keyof Sum): number => sums.reduce((total, one) => total + one[of], 0)
  const seconds = (performance.now() - began) / 1000
  const rate = Math.round((sum('steps') / seconds) * 60)
  process.stdout.write(
    `${sum('seeds')} seeds, ${sum('steps')} steps in ${seconds.toFixed(1)} s: ${rate} steps a minute, ${sum('failed')} failed.\n`,
  )
  process.exitCode = sum('failed') > 0 ? 1 : 0
} catch (cause) {
  process.exitCode = 1
  console.error(cause)
} finally {
  await server.stop()
  files.remove()
  process.exit()
}
