import { pathToFileURL } from 'node:url'
import { openBackends } from './backends.ts'
import { createSimulation } from './runSeed.ts'

/** Runs the seeds that the process which started it sends: the world replaces the clock of a whole process. */

/** What a worker is to do. */
export type Share = {
  readonly databaseUrl: string
  /** The file with the client. */
  readonly core: string
  readonly seeds: readonly number[]
  readonly isRepeated: boolean
  /** Whether every step is printed. */
  readonly isTold: boolean
}
/** What became of a share. */
export type Sum = { readonly seeds: number; readonly steps: number; readonly failed: number }

const realNow = performance.now.bind(performance)
const print = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Runs seeds one after another. */
async function runShare({ databaseUrl, core, seeds, isRepeated, isTold }: Share): Promise<Sum> {
  const backends = await openBackends(databaseUrl)
  const run = createSimulation(backends, await import(pathToFileURL(core).href))
  let [steps, failed] = [0, 0]
  for (const seed of seeds) {
    const started = realNow()
    const result = await run(seed, isTold ? print : undefined)
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
      if (!isTold) for (const line of result.trace.slice(-5)) print(`    ${line}`)
    }
    print(
      `seed ${seed}: ${result.steps} steps in ${seconds.toFixed(1)} s, digest ${result.digest.toString(16)}`,
    )
  }
  await backends.close()
  return { seeds: seeds.length, steps, failed }
}

process.once('message', async (share: Share) => {
  const sum = await runShare(share)
  process.send?.(sum, undefined, {}, () => process.exit())
})
