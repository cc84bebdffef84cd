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

/**
 * What takes long: campaigns that try many more cases of what other tests prove with one, foreign packages, and servers and
 * histories made anew. `SLUICE_BRIEF` leaves it out.
 */
const long = process.env.SLUICE_BRIEF === undefined ? [] : ['**/*.long.test.ts']

/** Tests that need a process to themselves: they change it, load a part of it anew, or measure it. */
const isolated = [
  'apps/docs/test/blocks.test.ts',
  // The published clients keep timers of their own.
  'bench/test/traders.test.ts',
  'packages/core/test/faults/copies.test.ts',
  'packages/provider/test/*/{attack.long,embedded,limits,openSeaSdk,publishedTypes.long,startFaults,withoutNative}.test.ts',
  ...(process.env.SLUICE_RELEASE === undefined
    ? ['scripts/test/{install,platformPackages}.test.ts']
    : ['scripts/test/**/*.test.ts']),
]
/** React tests that draw on a server, where there is no document; all others define one for their process. */
const withoutDocument = ['packages/react/test/*/{cardPrices,errors,messages,moneyInLanguages,ssr}.test.tsx']
const withDocument = ['packages/react/test/**/*.test.tsx', 'apps/{docs,market}/test/**/*.test.tsx']
const others = [
  'packages/*/{src,test}/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  '{bench,firewall}/test/**/*.test.ts',
]

const sharing = { isolate: false, setupFiles: ['scripts/test/restoreGlobals.ts'] }
const project = (name: string, include: string[], more: NonNullable<ViteUserConfig['test']>) => ({
  ...shared,
  test: { name, include, ...patience, ...more },
})

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ['packages/provider/test/support/sharedPostgres.ts'],
    // More than two cores have: a test waits for blocks, timers and other processes for half of its time. Each one more
    // loads all modules once more.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      // Files share a process, so that viem, valibot and our modules are not loaded once a file.
      project('shared', [...others, ...withoutDocument], { ...sharing, exclude: [...isolated, ...long] }),
      // The document is there before any library is loaded: some look for one once, for the whole process.
      project('document', withDocument, {
        ...sharing,
        setupFiles: ['packages/react/test/support/browser.ts', ...sharing.setupFiles],
        exclude: withoutDocument,
      }),
      project('isolated', isolated, { exclude: long }),
    ],
  },
})
