import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Time that passes only while nothing else goes on: timers of the code under test are fake, sockets and
 * nodes are real. Whatever waits for an answer is counted; when nothing is awaited the clock jumps to the
 * next timer. So a budget of minutes takes milliseconds, and no test sleeps.
 */
export type Clock = {
  /** Counts work as going on until it ends. */
  readonly track: <T>(work: Promise<T>) => Promise<T>
  /** Inside tracked work: waits for something that time itself must bring. */
  readonly held: <T>(until: Promise<T>) => Promise<T>
  /** Lets time pass until the promise ends. */
  readonly until: <T>(promise: Promise<T>) => Promise<T>
  /** Lets that much time pass, with everything due in it. */
  readonly pass: (milliseconds: number) => Promise<void>
  /** Lets everything that needs no time happen. */
  readonly settle: () => Promise<void>
  /** Resolves once no timer is left: what the code under test sends and forgets may be on its way still. Gives up after ten seconds. */
  readonly drained: () => Promise<void>
  /** Timers that the code under test has left alive; those of `AbortSignal.timeout` hold nothing up. */
  readonly timers: () => number
  readonly stop: () => void
}

/** Turns of the event loop without any work, after which nothing is on its way. */
const quietTurns = 4

/** The runtime's own timers, whichever clocks run when one is started. */
const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }

/** Whether the runtime's own HTTP client is among the callers. Asks for their files alone: a written stack is mapped to sources. */
function isCalledByHttpClient(): boolean {
  const { prepareStackTrace: write, stackTraceLimit: limit } = Error
  Error.prepareStackTrace = (_, callers) => callers.map((caller) => caller.getFileName())
  // Its timers are set by itself: reading the whole stack for each timer would take long.
  Error.stackTraceLimit = 4
  try {
    const files = new Error().stack as unknown as readonly (string | null)[]
    return files.some((file) => file?.startsWith('node:internal/deps/undici'))
  } finally {
    Error.prepareStackTrace = write
    Error.stackTraceLimit = limit
  }
}

/** The runtime's own HTTP client keeps real time: its sockets are real. */
function leaveSocketsAlone(): void {
  const { setTimeout: fake, clearTimeout: clearFake } = globalThis
  const sockets = new WeakSet<object>()
  const set = (callback: () => void, milliseconds?: number, ...values: unknown[]) => {
    if (!isCalledByHttpClient()) return fake(callback, milliseconds, ...(values as []))
    const timer = real.setTimeout(callback, milliseconds, ...(values as []))
    sockets.add(timer)
    return timer
  }
  const clear = (timer: NodeJS.Timeout | undefined) =>
    timer !== undefined && timer !== null && sockets.has(timer) ? real.clearTimeout(timer) : clearFake(timer)
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear })
}

export function startClock(): Clock {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.now(),
  })
  leaveSocketsAlone()
  const held = { busy: 0 }
  const deadlines = new Set<unknown>()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const control = new AbortController()
    const timer = setTimeout(() => {
      deadlines.delete(timer)
      control.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    }, milliseconds)
    deadlines.add(timer)
    return control.signal
  })
  const settle = async () => {
    for (let quiet = 0; quiet < quietTurns; quiet = held.busy > 0 ? 0 : quiet + 1) {
      await turn()
      if (held.busy > 0) await pause(1)
    }
  }
  const clock: Clock = {
    drained: async () => {
      await settle()
      for (let tries = 0; tries < 5_000 && clock.timers() > 0; tries += 1) {
        await pause(2)
        await settle()
      }
    },
    track: async (work) => {
      held.busy += 1
      try {
        return await work
      } finally {
        held.busy -= 1
      }
    },
    held: async (until) => {
      held.busy -= 1
      try {
        return await until
      } finally {
        held.busy += 1
      }
    },
    until: async (promise) => {
      const state = { ended: false }
      const end = () => {
        state.ended = true
      }
      promise.then(end, end)
      for (let stuck = 0; !state.ended; ) {
        await settle()
        if (state.ended) break
        if (vi.getTimerCount() > 0) {
          vi.advanceTimersToNextTimer()
          stuck = 0
        } else if ((stuck += 1) > 500)
          throw new Error('Nothing is awaited, no timer is set, and no end came.')
        else await pause(2)
      }
      return promise
    },
    pass: async (milliseconds) => {
      const end = Date.now() + milliseconds
      const state = { reached: false }
      setTimeout(() => {
        state.reached = true
      }, milliseconds)
      while (!state.reached) {
        await settle()
        if (!state.reached) vi.advanceTimersToNextTimer()
      }
      if (Date.now() < end) throw new Error('Time stood still')
      await settle()
    },
    settle,
    timers: () => vi.getTimerCount() - deadlines.size,
    stop: () => {
      timeout.mockRestore()
      vi.useRealTimers()
      Object.assign(globalThis, real)
    },
  }
  return clock
}

/** Time as it is, for libraries that keep their own. */
export const plainClock = (): Clock => ({
  track: (work) => work,
  held: (until) => until,
  until: (promise) => promise,
  pass: (milliseconds) => pause(milliseconds),
  settle: () => pause(0),
  drained: () => pause(0),
  timers: () => 0,
  stop: () => undefined,
})
