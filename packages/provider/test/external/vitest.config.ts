import { defineConfig } from 'vitest/config'
import base from '../../../../vitest.config.ts'

/** The book's state and its lists again, over a Postgres that the provider did not start. */
export default defineConfig({
  ...base,
  root: new URL('../../../..', import.meta.url).pathname,
  test: {
    ...base.test,
    include: ['orderState', 'reading', 'sharing'].map((name) => `packages/provider/test/${name}.test.ts`),
    globalSetup: ['packages/provider/test/external/server.ts'],
  },
})
