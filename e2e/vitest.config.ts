import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Browser tests: one stack, one browser and one process, one file at a time. Pages are walked where pictures are taken and for a release. */
const daily = process.env.SLUICE_LOOKS === undefined && process.env.SLUICE_RELEASE === undefined
/** Apps outside of the repository, made from tarballs: minutes of installing, which a run that is to be brief leaves out. */
const brief = process.env.SLUICE_BRIEF !== undefined

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
    exclude: [
      ...(daily ? ['e2e/tests/{docs,pages,playground}.spec.ts'] : []),
      ...(brief ? ['e2e/tests/hosts.spec.ts'] : []),
    ],
    globalSetup: ['e2e/support/globalStack.ts'],
    fileParallelism: false,
    isolate: false,
    // Far beyond what any test takes: a machine that stands still for a while fails none of them.
    testTimeout: 180_000,
    hookTimeout: 280_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
