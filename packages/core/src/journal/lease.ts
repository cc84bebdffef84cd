import type { JournalStorage } from './storage.ts'

const prefix = 'sluice.lease.1.'
/** Milliseconds between two signs of life, and between two looks at those of somebody else. */
const beat = 500
const look = 100
/** Milliseconds in which whoever is alive has given a new one. */
const patience = 3_500
/** Milliseconds after which another's write of the same moment has shown; as much again is drawn by lot. */
const settling = 60

/** A name in a storage that others can read. */
export type Lease = {
  /** Whether it is still ours. */
  readonly holds: () => Promise<boolean>
  /** Gives the name back. Never rejects. */
  readonly release: () => Promise<void>
}

/**
 * Takes a name among all pages and processes that share a storage, where the platform has no locks of its own.
 * Whoever has it gives signs of life. The next one says that somebody has it; where none comes for long enough, they
 * died, and it is taken. Answers `undefined` where somebody else has it, and where they gave it back meanwhile: what
 * was asked for while they had it has been done.
 *
 * A storage cannot compare and set. Two that start in the same moment see each other by writing, waiting and reading
 * back; a storage that shows a write later than that can let both pass. `holds` is asked again before each prompt.
 * Throws what `pause` throws, and has taken nothing then.
 */
export async function takeLease(
  storage: JournalStorage,
  name: string,
  pause: (milliseconds: number) => Promise<void>,
): Promise<Lease | undefined> {
  const key = prefix + name
  const own = globalThis.crypto.randomUUID()
  const before = await storage.get(key)
  if (before !== null) {
    for (let waited = 0; waited < patience; waited += look) {
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
  const held = { beats: 0, ended: false, live: Promise.resolve() }
  const live = async () => {
    // Somebody who took us for dead has it now.
    if (!(await holds()) || held.ended) return
    held.beats += 1
    await sign(held.beats)
  }
  const ignore = () => undefined
  const timer = setInterval(() => {
    held.live = live().catch(ignore)
  }, beat)
  return {
    holds,
    release: async () => {
      held.ended = true
      clearInterval(timer)
      // A sign that is on its way would stand for ever.
      await held.live
      await giveBack().catch(ignore)
    },
  }
}
