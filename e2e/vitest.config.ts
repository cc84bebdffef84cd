import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Browser tests: one stack, one browser and one process, one file at a time. Pages are walked where pictures are taken and for a release. */
const daily = process.env.SLUICE_LOOKS === undefined && process.env.SLUICE_RELEASE === undefined
/**
 * Walks of minutes, and apps outside of the repository that are made from tarballs. `SLUICE_BRIEF` leaves them out.
 */
const long = process.env.SLUICE_BRIEF === undefined ? [] : ['**/*.long.spec.ts']

/** Files that measure a price by the floor of the first collection come before those that list far below it. */
class FloorFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('/dialogs.') ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  resolve: { conditions: ['@sluice/source', 'module'] },
  ssr: {
    resolve: {
      conditions: ['@sluice/source', 'module', 'node'],
      externalConditions: ['@sluice/source', 'node'],
    },
  },
  test: {
    include: ['e2e/tests/**/*.spec.ts'],
    exclude: [...(daily ? ['e2e/tests/{docs,pages,playground}.spec.ts'] : []), ...long],
    globalSetup: ['e2e/support/globalStack.ts'],
    sequence: { sequencer: FloorFirst },
    fileParallelism: false,
    isolate: false,
    // Far beyond what any test takes: a machine that stands still for a while fails none of them.
    testTimeout: 180_000,
    hookTimeout: 280_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
