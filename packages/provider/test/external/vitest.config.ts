import { defineConfig } from 'vitest/config'
import base from '../../../../vitest.config.ts'

/** The book's state and its lists again, over a Postgres that the provider did not start. */
export default defineConfig({
  ...base,
  root: new URL('../../../..', import.meta.url).pathname,
  test: {
    ...base.test,
    include: ['packages/provider/test/orderState.test.ts', 'packages/provider/test/reading.test.ts'],
    globalSetup: ['packages/provider/test/external/server.ts'],
  },
})
