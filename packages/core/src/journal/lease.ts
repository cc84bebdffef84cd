import type { JournalStorage } from './storage.ts'

const prefix = 'sluice.lease.1.'
/** Milliseconds between two heartbeats, and between two reads of another holder's. */
const beat = 500
const look = 100
/** Milliseconds after which a holder without a new heartbeat counts as gone. */
const takeoverDelay = 3_500
/** Milliseconds after which a concurrent write is visible; up to as much again is added at random. */
const settling = 60

/** A held name. */
export type Lock = {
  /** Resolves to whether it is still held: another page may have taken it over from a frozen one. */
  readonly holds: () => Promise<boolean>
  /** Releases the name. Never rejects. */
  readonly release: () => Promise<void>
}

/**
 * Takes a lease on a name among all pages and processes that share a storage, for platforms without locks. The holder
 * writes heartbeats; if there is no new one for long enough, the lease is taken over. Returns `undefined` if somebody
 * else holds it, or released it meanwhile: what was to be done has been done then.
 *
 * A storage cannot compare and set. Two that start at the same moment detect each other by writing, waiting and reading
 * back; a storage that shows a write later than that can let both pass, so `holds` is checked again before each prompt.
 * Throws what `pause` throws, without taking the lease.
 */
export async function takeLease(
  storage: JournalStorage,
  name: string,
  pause: (milliseconds: number) => Promise<void>,
): Promise<Lock | undefined> {
  const key = prefix + name
  const own = globalThis.crypto.randomUUID()
  const before = await storage.get(key)
  if (before !== null) {
    for (let waited = 0; waited < takeoverDelay; waited += look) {
      await pause(look)
      if ((await storage.get(key)) !== before) return undefined
    }
  }
  const sign = (beats: number) => storage.set(key, `${own}.${beats}`)
  const holds = async () => (await storage.get(key))?.startsWith(own) === true
  const giveBack = async () => {
    if (await holds()) await storage.delete(key)
  }
  await sign(0)
  try {
    await pause(settling * (1 + Math.random()))
  } catch (cause) {
    await giveBack()
    throw cause
  }
  if (!(await holds())) return undefined
  let beats = 0
  let isReleased = false
  let lastBeat = Promise.resolve()
  const writeBeat = async () => {
    // Another holder has taken it over.
    if (!(await holds()) || isReleased) return
    beats += 1
    await sign(beats)
  }
  const ignore = () => undefined
  const timer = setInterval(() => {
    lastBeat = writeBeat().catch(ignore)
  }, beat)
  return {
    holds,
    release: async () => {
      isReleased = true
      clearInterval(timer)
      // A heartbeat that is still being written would never be removed.
      await lastBeat
      await giveBack().catch(ignore)
    },
  }
}
