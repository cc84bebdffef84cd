import { afterAll, vi } from 'vitest'

const { clearInterval, clearTimeout, fetch, setInterval, setTimeout } = globalThis

/** Test files share a process: whatever a file replaced is put back after it. */
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  Object.assign(globalThis, { clearInterval, clearTimeout, fetch, setInterval, setTimeout })
})
