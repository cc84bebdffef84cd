import { afterAll, vi } from 'vitest'

/** Files share a process: none of them leaves its clock to the next. `vi.setSystemTime` alone stops `Date` for good. */
afterAll(() => {
  vi.useRealTimers()
})
