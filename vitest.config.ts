import { defineConfig } from 'vitest/config'

/** One runner for every package; `@sluice/source` makes workspace imports resolve to source. */
export default defineConfig({
  resolve: { conditions: ['@sluice/source', 'module'] },
  ssr: {
    resolve: {
      conditions: ['@sluice/source', 'module', 'node'],
      externalConditions: ['@sluice/source', 'node'],
    },
  },
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'packages/*/test/**/*.test.{ts,tsx}',
      'apps/*/test/**/*.test.{ts,tsx}',
      'bench/test/**/*.test.ts',
      'scripts/test/**/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 180_000,
    // Most of a test's time is a chain's or a database's: one more than the cores keeps them busy.
    maxWorkers: 3,
  },
})
