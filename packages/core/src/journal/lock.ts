import { keccak256, stringToBytes } from 'viem'
import { textOf } from '../property.ts'
import { wait } from '../wait.ts'
import type { JournalClient } from './journal.ts'
import { type Lock, takeLease } from './lease.ts'

/**
 * Locks that every tab, and every copy of this package in one, agree on by name: the first part is the version
 * of that agreement. They end with their page, however that ends.
 */
const protocol = 'sluice.1'

/** Returns the lock's name of one run. */
export const runLock = (run: string): string => `${protocol}.run.${run}`

/** Returns the lock's name of an action by its content. */
export const actionLock = (whole: string): string => `${protocol}.action.${whole}`

/** Returns the name that others see: short, without the content of the action. */
const shared = (name: string): string =>
  name.length < 100 ? name : `${protocol}.${keccak256(stringToBytes(name))}`

/**
 * Takes a lock at once; `undefined` if somebody else holds it. Across tabs with Web Locks; without them, or where they
 * end with the process, with a lease in the journal's storage if that is durable, else among the runs of this client.
 * @throws {TradeError} `aborted`
 */
export async function takeLock(
  client: JournalClient,
  name: string,
  signal: AbortSignal,
): Promise<Lock | undefined> {
  const locks = globalThis.navigator?.locks
  if (locks === undefined) return takeShared(client, name, signal)
  const web = await new Promise<Lock | 'taken' | 'refused'>((resolve) => {
    locks
      .request(shared(name), { ifAvailable: true }, (lock) =>
        lock === null
          ? resolve('taken')
          : new Promise<void>((release) => {
              resolve({ holds: async () => true, release: async () => release() })
            }),
      )
      // A sandboxed page may not lock.
      .catch(() => resolve('refused'))
  })
  if (web === 'taken') return undefined
  if (web === 'refused') return takeShared(client, name, signal)
  if (isPage()) return web
  const outer = await takeShared(client, name, signal).catch(async (cause: unknown) => {
    await web.release()
    throw cause
  })
  if (outer === undefined) {
    await web.release()
    return undefined
  }
  return {
    holds: outer.holds,
    release: async () => {
      await outer.release()
      await web.release()
    },
  }
}

/** Web Locks of a page are shared by its origin; those of a server end with its process. */
const isPage = (): boolean => 'document' in globalThis || 'WorkerGlobalScope' in globalThis

function takeOwn({ journal }: JournalClient, name: string): Lock | undefined {
  const release = journal.claim(name)
  return release && { holds: async () => true, release: async () => release() }
}

/** Takes a lock without Web Locks. If the storage fails, the lock holds among the runs of this client only. */
async function takeShared(
  client: JournalClient,
  name: string,
  signal: AbortSignal,
): Promise<Lock | undefined> {
  const own = takeOwn(client, name)
  const { journal, log } = client
  if (own === undefined || !journal.durable) return own
  try {
    const lease = await takeLease(journal.storage, shared(name), (milliseconds) => wait(milliseconds, signal))
    if (lease === undefined) await own.release()
    return (
      lease && {
        holds: () => lease.holds().catch((cause: unknown) => failed(log, cause)),
        release: async () => {
          await lease.release()
          await own.release()
        },
      }
    )
  } catch (cause) {
    if (signal.aborted) {
      await own.release()
      throw cause
    }
    failed(log, cause)
    return own
  }
}

function failed(log: JournalClient['log'], cause: unknown): true {
  log.warn('The storage could not be asked whether the same goes on elsewhere.', { reason: textOf(cause) })
  return true
}
