import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Browser tests: one stack, one browser, one file at a time. Pages are walked where pictures are taken and for a release. */
const daily = process.env.SLUICE_LOOKS === undefined && process.env.SLUICE_RELEASE === undefined
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
    exclude: daily ? ['e2e/tests/pages.spec.ts'] : [],
    globalSetup: ['e2e/support/globalStack.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 280_000,
  },
})
