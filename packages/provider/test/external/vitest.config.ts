import { defineConfig } from 'vitest/config'
import { patience, shared } from '../../../../vitest.config.ts'

/** The book's state and its lists again, over a Postgres that the provider did not start. */
export default defineConfig({
  ...shared,
  root: new URL('../../../..', import.meta.url).pathname,
  test: {
    ...patience,
    isolate: false,
    maxWorkers: 2,
    include: ['orders/orderState', 'server/reading', 'storage/sharing'].map(
      (name) => `packages/provider/test/${name}.test.ts`,
    ),
    globalSetup: ['packages/provider/test/external/server.ts'],
  },
})
