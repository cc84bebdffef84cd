import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { SlowFirst } from './scripts/slowFirst.ts'

/** What every run of tests shares: workspace imports resolve to source by `@sluice/source`. */
export const shared = {
  resolve: { conditions: ['@sluice/source', 'module'] },
  ssr: {
    resolve: {
      conditions: ['@sluice/source', 'module', 'node'],
      externalConditions: ['@sluice/source', 'node'],
    },
  },
} satisfies ViteUserConfig

/** Far beyond what any test takes: a machine that stands still for a while fails none of them. */
export const patience = {
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
} as const

/** Tests that need a process to themselves: they change it, load a part of it anew, or measure it. */
const apart = [
  'packages/core/test/faults/copies.test.ts',
  'packages/provider/test/{attack,embedded,limits,openSeaSdk,publishedTypes,startFaults,withoutNative}.test.ts',
]

/**
 * Tests that share processes, so that viem, valibot and our modules are not loaded once a file. They leave nothing
 * behind: globals, timers and environment are after them as they were before, whatever their order.
 */
const together = [
  'packages/{conformance,guards,hostile,provider,seaport,wire}/test/**/*.test.ts',
  'packages/react/test/**/*.test.ts',
  'packages/core/test/{bodies,carriedCalls,chains,client,content,expectedPrice,lease,log}.test.ts',
  'packages/core/test/{planContracts,policy,push,quotedPrice,request,secrets}.test.ts',
  'packages/core/test/{unitPrice,walletErrors}.test.ts',
]
const all = [
  'packages/*/{src,test}/**/*.test.{ts,tsx}',
  'apps/*/test/**/*.test.{ts,tsx}',
  'bench/test/**/*.test.ts',
  'scripts/test/platformPackages.test.ts',
  ...(process.env.SLUICE_RELEASE === undefined ? [] : ['scripts/test/**/*.test.ts']),
]

const project = (name: string, include: string[], more: NonNullable<ViteUserConfig['test']>) => ({
  ...shared,
  test: { name, include, ...patience, ...more },
})

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ['packages/provider/test/sharedPostgres.ts'],
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      project('alone', all, { isolate: true, exclude: together }),
      project('apart', apart, { isolate: true }),
      project('together', together, {
        isolate: false,
        exclude: apart,
        setupFiles: ['scripts/test/restoreClock.ts'],
      }),
    ],
  },
})
