import type { JournalStorage } from './storage.ts'

const prefix = 'sluice.lease.1.'
/** Milliseconds between two signs of life. */
const beat = 1_000
/** Milliseconds in which whoever is alive has given a new one. */
const patience = 3_500
/** Milliseconds after which another's write of the same moment has shown. */
const settling = 60

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/**
 * Takes a name among all pages and processes that share a storage, where the platform has no locks of its own.
 * Whoever has it gives a sign of life each second; a sign that does not change is of somebody who died. Answers
 * what gives the name back; `undefined` while somebody else has it.
 */
export async function takeLease(storage: JournalStorage, name: string): Promise<(() => void) | undefined> {
  const key = prefix + name
  const own = globalThis.crypto.randomUUID()
  const before = await storage.get(key)
  if (before !== null) {
    await pause(patience)
    const after = await storage.get(key)
    if (after !== null && after !== before) return undefined
  }
  const isOurs = async () => (await storage.get(key))?.startsWith(own) === true
  await storage.set(key, `${own}.0`)
  await pause(settling)
  if (!(await isOurs())) return undefined
  const held = { beats: 0 }
  const live = async () => {
    held.beats += 1
    // Somebody who took us for dead has it now.
    if (await isOurs()) await storage.set(key, `${own}.${held.beats}`)
  }
  const ignore = () => undefined
  const timer = setInterval(() => void live().catch(ignore), beat)
  return () => {
    clearInterval(timer)
    void isOurs()
      .then((ours) => (ours ? storage.delete(key) : undefined))
      .catch(ignore)
  }
}
