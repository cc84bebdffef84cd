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
      'scripts/test/platformPackages.test.ts',
      ...(process.env.SLUICE_RELEASE === undefined ? [] : ['scripts/test/**/*.test.ts']),
    ],
    globalSetup: ['packages/provider/test/sharedPostgres.ts'],
    // Far beyond what any test takes: a machine that stands still for a while fails none of them.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
  },
})
