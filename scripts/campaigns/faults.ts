import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** `npm run faults`: runs the tests of the 96 faults alone, and reports how many of them pass. */
const root = resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'sluice-faults-'))
const total = 96

type Report = { testResults: { assertionResults: { title: string; status: string }[] }[] }

/** Runs the tests of one runner whose titles contain the number of a fault. Returns the outcome of each. */

function run(name: string, ...parameters: readonly string[]): Report['testResults'] {
  const report = join(scratch, `${name}.json`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const numbered = ['--testNamePattern', '^F\\d\\d']
  spawnSync(process.execPath, [vitest, 'run', ...parameters, ...numbered, ...reporters], {
    cwd: root,
    stdio: 'inherit',
  })
  return (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults
}
const testResults = [
  ...run('units', 'packages/core/test/faults', 'packages/react/test/faults'),
  // Only a real browser can show these.
  ...run('browser', '--config', 'e2e/vitest.config.ts', 'e2e/tests/access.long.spec.ts'),
]
rmSync(scratch, { recursive: true, force: true })

const states = new Map<number, boolean>()
for (const { title, status } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
  const number = Number(/^F(\d\d)\b/.exec(title)?.[1] ?? Number.NaN)
  // Skipped by its name or by the runner: it says nothing about the fault.
  if (Number.isInteger(number) && status !== 'skipped' && status !== 'pending')
    states.set(number, (states.get(number) ?? true) && status === 'passed')
}
const all = Array.from({ length: total }, (_, index) => index + 1)
const survived = all.filter((number) => states.get(number) === true)
const name = (number: number) => `F${String(number).padStart(2, '0')}`
console.log(`\nFaults survived: ${survived.length}/${total}`)
for (const number of all.filter((one) => !survived.includes(one)))
  console.log(`  ${name(number)} ${states.has(number) ? 'FAILED' : 'has no test'}`)
process.exitCode = survived.length === total ? 0 : 1
