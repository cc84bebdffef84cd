import { afterAll, vi } from 'vitest'

const { clearInterval, clearTimeout, fetch, setInterval, setTimeout } = globalThis

/** Test files share a process, so globals that a file replaced are restored after it. */
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  Object.assign(globalThis, { clearInterval, clearTimeout, fetch, setInterval, setTimeout })
})
