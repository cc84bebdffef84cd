import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { bundleProvider } from './build.ts'
import { checks } from './check.ts'
import { runAll, script, type Tally } from './tasks.ts'

/** Runs everything that proves the product: tests with and without a browser, checks and docs in parallel. Prints one sum. */
const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'sluice-test-'))

type Report = {
  numPassedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** Names each failure, so that the end of a long log says what failed, at which line, and what a browser waited for. */
function listFailures(report: Report): string[] {
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name)
    const failed = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${path}: ${test.fullName}: ${essence(test.failureMessages?.[0])}`)
    return file.status === 'failed' && file.assertionResults.length === 0
      ? [`${path}: did not load: ${firstLine(file.message)}`]
      : failed
  })
}

const firstLine = (text: string | undefined): string => (text ?? '').split('\n', 1)[0] ?? ''

/** The first line of a failure, what Playwright waited for, and the first line of the repository in its stack. */
function essence(text: string | undefined): string {
  const lines = (text ?? '').split('\n').map((line) => line.trim())
  const waited = lines.find((line) => /^- (?:\S*)waiting for/.test(line))
  const place = lines.find(
    (line) => line.startsWith('at ') && line.includes(root) && !line.includes('node_modules'),
  )
  return [lines[0], waited, place?.replaceAll(`${root}/`, '')].filter(Boolean).join(' ')
}

/** The priority of the tests without a browser, and of the checks, as `nice` counts it: below those with a browser. */
const niceness = { tests: 2, checks: 10 }

/**
 * One vitest run, counted by its own report. A suite that could not be loaded counts as one failure.
 * @param aside prints the output in one piece, when the run is over.
 */
async function runTests(config: string, aside = false): Promise<Tally & { skipped: number }> {
  const report = join(scratch, `${config.replaceAll('/', '-')}.json`)
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: root,
      stdio: ['ignore', aside ? 'pipe' : 'inherit', aside ? 'pipe' : 'inherit'],
      env: process.env,
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
    const json: Report = JSON.parse(readFileSync(report, 'utf8'))
    const failures = listFailures(json)
    // An error outside of every test, for example: the run fails although none of its tests did.
    if (status !== 0 && failures.length === 0)
      failures.push(`${config}: ended with ${status} though no test failed`)
    return { passed: json.numPassedTests, failures, skipped: json.numPendingTests }
  } catch (cause) {
    console.error(`${config} left no report: ${String(cause)}`)
    return { passed: 0, failures: [`${config}: left no report`], skipped: 0 }
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
