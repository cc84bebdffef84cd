import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Browser tests: one stack, one browser, one file at a time. */
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
    globalSetup: ['e2e/support/globalStack.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 280_000,
  },
})
