import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import type { Scheduler } from './scheduler.ts'

/** Milliseconds since 1970 at which every world begins. */
export const worldBegin = Date.UTC(2030, 0, 1)

/** Wall time of the machine whose code runs. */
export const wallClock = (scheduler: Scheduler): number =>
  Math.floor(worldBegin + scheduler.now() + scheduler.current().skew)

/**
 * Disables the storages of a machine that is killed. Its work never ends, so they would stay in use, and Node 20 slows
 * down every promise of the process while one is.
 */
function disableOnKill(on: () => Scheduler): void {
  const disables = new WeakMap<object, () => void>()
  const { run } = AsyncLocalStorage.prototype
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...call: never[]) {
    const disable = disables.get(this) ?? (() => this.disable())
    disables.set(this, disable)
    on().current().onKill.add(disable)
    return Reflect.apply(run, this, call)
  } as never
}

/**
 * Puts the scheduler in the place of time and chance for the whole process: timers, clocks and random numbers. Code that
 * was imported before sees them too.
 * @param on the scheduler of the world that runs at the moment.
 */
export function installVirtualGlobals(on: () => Scheduler): void {
  const cancels = new Map<number, () => void>()
  let last = 0
  const timer = (id: number) => ({
    id,
    ref() {
      return this
    },
    unref() {
      return this
    },
    hasRef: () => true,
    refresh() {
      return this
    },
    [Symbol.toPrimitive]: () => id,
  })
  const later = (what: string, work: (...values: unknown[]) => unknown, wait = 0, ...values: unknown[]) => {
    last += 1
    const id = last
    const cancel = on().after(Math.max(1, wait), what, () => {
      cancels.delete(id)
      // What a timer starts is not awaited: it is steps of its own.
      work(...values)
    })
    cancels.set(id, cancel)
    return timer(id)
  }
  const cancel = (handle: unknown): void => {
    const id = typeof handle === 'object' && handle !== null ? (handle as { id: number }).id : Number(handle)
    cancels.get(id)?.()
    cancels.delete(id)
  }
  const every = (work: (...values: unknown[]) => unknown, wait = 0, ...values: unknown[]) => {
    const handle = later('timer', again, wait)
    const { id } = handle
    function again(): void {
      const next = on().after(Math.max(1, wait), 'timer', again)
      cancels.set(id, next)
      work(...values)
    }
    return handle
  }
  const soon = (work: (...values: unknown[]) => unknown, ...values: unknown[]) =>
    later('turn', work, 0, ...values)
  const sleep = (wait = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((done, fail) => {
      const stop = (): void => {
        cancel(handle)
        fail(signal?.reason)
      }
      const handle = later(
        'timer',
        () => {
          signal?.removeEventListener('abort', stop)
          done(value)
        },
        wait,
      )
      if (signal?.aborted === true) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    })
  const RealDate = Date
  class VirtualDate extends RealDate {
    constructor(...values: []) {
      if (values.length === 0) super(wallClock(on()))
      else super(...values)
    }
    static override now(): number {
      return wallClock(on())
    }
  }
  Object.assign(globalThis, {
    setTimeout: (work: () => unknown, wait?: number, ...values: unknown[]) =>
      later('timer', work, wait, ...values),
    clearTimeout: cancel,
    setInterval: every,
    clearInterval: cancel,
    setImmediate: soon,
    clearImmediate: cancel,
    Date: VirtualDate,
  })
  Object.assign(timersPromises, { setTimeout: sleep, setImmediate: (value?: unknown) => sleep(0, value) })
  disableOnKill(on)
  performance.now = () => on().now()
  Math.random = () => on().current().random.next()
  AbortSignal.timeout = (wait) => {
    const ended = new AbortController()
    later('timeout', () => ended.abort(new DOMException('The operation timed out.', 'TimeoutError')), wait)
    return ended.signal
  }
  const randomBytes = (size: number) =>
    Buffer.from(Array.from({ length: size }, () => on().current().random.below(256)))
  const randomUUID = () => {
    const hex = randomBytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  Object.assign(crypto, { randomBytes, randomUUID })
  globalThis.crypto.randomUUID = randomUUID as never
  globalThis.crypto.getRandomValues = ((into: ArrayBufferView) => {
    new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(randomBytes(into.byteLength))
    return into
  }) as never
  syncBuiltinESMExports()
}
