import { defineConfig } from 'vitest/config'

/** Browser tests: one stack, one browser, one file at a time. */
export default defineConfig({
  resolve: { conditions: ['@sluice/source', 'import', 'module', 'default'] },
  ssr: {
    resolve: {
      conditions: ['@sluice/source', 'import', 'module', 'node', 'default'],
      externalConditions: ['@sluice/source', 'node', 'import'],
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
