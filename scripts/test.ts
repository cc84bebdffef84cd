import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { checks } from './check.ts'
import { runAll, type Tally } from './tasks.ts'

/** Everything that proves the product: checks, papers, then the tests with the browser's beside them. Ends with one sum. */
const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'sluice-test-'))

type Report = {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** How far the tests without a browser give way to those with one, as `nice` counts. */
const niceness = 5

/** One vitest run; its own report says what ran. A suite that could not even load counts as one failure. */
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
  if (!aside && child.pid !== undefined) setPriority(child.pid, niceness)
  // What runs aside is told when it is over, in one piece.
  const words: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => words.push(chunk))
  const status = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  process.stdout.write(Buffer.concat(words))
  try {
    const json: Report = JSON.parse(readFileSync(report, 'utf8'))
    const unloaded = json.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length
    const failed = json.numFailedTests + unloaded
    const hidden = status !== 0 && failed === 0 ? 1 : 0
    return { passed: json.numPassedTests, failed: failed + hidden, skipped: json.numPendingTests }
  } catch (cause) {
    console.error(`${config} left no report: ${String(cause)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

const script = (...args: readonly string[]) => [
  process.execPath,
  '--conditions=@sluice/source',
  '--import',
  'tsx',
  ...args,
]
const prepared = await runAll(
  [
    { name: 'contracts compiled', command: script('packages/devnet/src/cli/prepare.ts') },
    {
      name: 'scoreboard of the guards',
      command: script('packages/hostile/test/scoreboard/main.ts', '--fast'),
    },
    ...checks,
  ],
  root,
  2,
)
// After the types of the papers: it writes anew what they read. A run that is to be brief leaves it to a release.
const building = { name: 'papers built, links checked', command: script('scripts/docs.ts', 'build') }
const papers = await runAll(process.env.SLUICE_BRIEF === undefined ? [building] : [], root, 1)
// A browser waits more than it works: the other tests take what it leaves of the machine.
const browsing = runTests('e2e/vitest.config.ts', true)
const units = await runTests('vitest.config.ts')
const external = await runTests('packages/provider/test/external/vitest.config.ts')
const browser = await browsing
rmSync(scratch, { recursive: true, force: true })

const parts = [prepared, papers, units, external, browser]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
const skipped = units.skipped + external.skipped + browser.skipped
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
