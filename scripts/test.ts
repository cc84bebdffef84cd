import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { checks } from './check.ts'
import { runAll, type Tally } from './tasks.ts'

/** Everything that proves the product: checks, then tests, then the browser. Ends with one sum. */
const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'sluice-test-'))

type Report = {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** One vitest run; its own report says what ran. A suite that could not even load counts as one failure. */
function runTests(config: string): Tally & { skipped: number } {
  const report = join(scratch, `${config.replaceAll('/', '-')}.json`)
  const result = spawnSync(
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
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: process.env },
  )
  try {
    const json: Report = JSON.parse(readFileSync(report, 'utf8'))
    const unloaded = json.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length
    const failed = json.numFailedTests + unloaded
    const hidden = result.status !== 0 && failed === 0 ? 1 : 0
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
const units = runTests('vitest.config.ts')
const external = runTests('packages/provider/test/external/vitest.config.ts')
const browser = runTests('e2e/vitest.config.ts')
rmSync(scratch, { recursive: true, force: true })

const parts = [prepared, units, external, browser]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
const skipped = units.skipped + external.skipped + browser.skipped
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
