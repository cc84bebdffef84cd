import { defineConfig } from 'vitest/config'
import { patience, shared } from '../../../../vitest.config.ts'

/** `npm run operations`: what an operator does, with the tools of operators where they are installed. */
export default defineConfig({
  ...shared,
  root: new URL('../../../..', import.meta.url).pathname,
  test: {
    ...patience,
    maxWorkers: 2,
    include: ['packages/provider/test/operations/*.walk.ts'],
  },
})
