import { defineConfig } from 'vitest/config'

/** One runner for every package; `@sluice/source` makes workspace imports resolve to source. */
export default defineConfig({
  resolve: { conditions: ['@sluice/source', 'import', 'module', 'default'] },
  ssr: {
    resolve: {
      conditions: ['@sluice/source', 'import', 'module', 'node', 'default'],
      externalConditions: ['@sluice/source', 'node', 'import'],
    },
  },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'packages/*/test/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
