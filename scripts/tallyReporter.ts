import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { Tally } from './tasks.ts'

/** The variable that names the file of the tally. */
export const tallyFile = 'SLUICE_TALLY'
/** What a run of tests came to. */
export type TestTally = Tally & { readonly skipped: number }

const root = resolve(import.meta.dirname, '..')

/** The first line of a failure, what Playwright waited for, and the first line of the repository in its stack. */
function essence({ message, stack }: SerializedError): string {
  const lines = (stack ?? message).split('\n').map((line) => line.trim())
  const waited = lines.find((line) => /^- (?:\S*)waiting for/.test(line))
  const place = lines.find(
    (line) => line.startsWith('at ') && line.includes(root) && !line.includes('node_modules'),
  )
  return [lines[0], waited, place?.replaceAll(`${root}/`, '')].filter(Boolean).join(' ')
}

/** The failures of a file: of its tests, and of hooks and imports outside of them. */
function failuresOf(file: TestModule): string[] {
  const tests = [...file.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${test.result().errors?.map(essence)[0] ?? ''}`,
  )
  const outside = [file, ...file.children.allSuites()].flatMap((suite) =>
    suite
      .errors()
      .map((error) => `${'fullName' in suite ? suite.fullName : 'outside of its tests'}: ${essence(error)}`),
  )
  return [...tests, ...outside].map((failure) => `${relative(root, file.moduleId)}: ${failure}`)
}

/**
 * Writes how many tests passed, and every failure in one line, so that the end of a long log says what failed, at which
 * line, and what a browser waited for.
 */
export default class TallyReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[tallyFile]
    if (path === undefined) throw new Error(`${tallyFile} names no file.`)
    const tests = files.flatMap((file) => [...file.children.allTests()])
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length
    const tally: TestTally = {
      passed: count('passed'),
      skipped: count('skipped'),
      failures: [
        ...files.flatMap(failuresOf),
        ...unhandled.map((error) => `outside of every test: ${essence(error)}`),
      ],
    }
    writeFileSync(path, JSON.stringify(tally))
  }
}
