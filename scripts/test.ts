import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundleProvider } from './build.ts'
import { checks } from './check.ts'
import { type TestTally, tallyFile } from './tallyReporter.ts'
import { runAll, script } from './tasks.ts'

/** Runs everything that proves the product: tests with and without a browser, checks and docs in parallel. Prints one sum. */
const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'sluice-test-'))

/** The priority of the tests without a browser, and of the checks, as `nice` counts it: below those with a browser. */
const niceness = { tests: 2, checks: 10 }

/**
 * One vitest run.
 * @param aside prints the output in one piece, when the run is over.
 */
async function runTests(config: string, aside = false): Promise<TestTally> {
  const path = join(scratch, `${config.replaceAll('/', '-')}.json`)
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=./scripts/tallyReporter.ts',
    ],
    {
      cwd: root,
      stdio: ['ignore', aside ? 'pipe' : 'inherit', aside ? 'pipe' : 'inherit'],
      env: { ...process.env, [tallyFile]: path },
    },
  )
  if (!aside && child.pid !== undefined) setPriority(child.pid, niceness.tests)
  const words: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => words.push(chunk))
  const status = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  process.stdout.write(Buffer.concat(words))
  try {
    const tally: TestTally = JSON.parse(readFileSync(path, 'utf8'))
    if (status !== 0 && tally.failures.length === 0)
      return { ...tally, failures: [`${config}: ended with ${status} though nothing failed`] }
    return tally
  } catch (cause) {
    console.error(`${config} left no tally: ${String(cause)}`)
    return { passed: 0, failures: [`${config}: left no tally`], skipped: 0 }
  }
}

const contracts = { name: 'contracts compiled', command: script('packages/devnet/src/cli/prepare.ts') }
const scoreboard = {
  name: 'scoreboard of the guards',
  command: script('packages/hostile/test/scoreboard/main.ts', '--fast'),
}
// Last, since it rewrites files that the types and tests of the docs read. A brief run leaves it to a release.
const docs = { name: 'docs built, links checked', command: script('scripts/docs.ts', 'build') }

const prepared = await runAll([contracts], root, 1)
process.env.SLUICE_PROVIDER_PROGRAM = await bundleProvider()
// A browser and a chain mostly wait: the checks run in the meantime.
const browsing = runTests('e2e/vitest.config.ts', true)
const externals = browsing.then(() => runTests('packages/provider/test/external/vitest.config.ts', true))
const checking = runAll([scoreboard, ...checks], root, 1, niceness.checks)
const units = await runTests('vitest.config.ts')
const [browser, external, checked] = await Promise.all([browsing, externals, checking])
const built = await runAll(process.env.SLUICE_BRIEF === undefined ? [docs] : [], root, 1)
rmSync(scratch, { recursive: true, force: true })

const parts = [prepared, checked, units, external, browser, built]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failures = parts.flatMap((part) => part.failures)
const skipped = units.skipped + external.skipped + browser.skipped
for (const failure of failures) console.log(`FAIL ${failure}`)
console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failures.length === 0 ? 0 : 1
