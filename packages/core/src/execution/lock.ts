import { keccak256, stringToHex } from 'viem'
import type { Client } from '../client.ts'
import type { Session } from './session.ts'

/**
 * Locks that every tab, and every copy of this package in one, agree on by name: the first part is the version
 * of that agreement. They end with their page, however that ends.
 */
const protocol = 'sluice.1'

/** One run, as the journal names it. */
export const runLock = (run: string): string => `${protocol}.run.${run}`

/** Exactly this action, of this account on this chain, asked for with these words. */
export const intentLock = ({ chain, account, prepared }: Pick<Session, 'chain' | 'account' | 'prepared'>) => {
  const { path, body } = prepared
  const words = JSON.stringify([path, body], (_key, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return `${protocol}.intent.${chain.id}.${account}.${words}`
}

/** What others see of a name: short, and nothing of what was asked for. Hashed only where somebody else may see it. */
const shared = (name: string): string =>
  name.length < 100 ? name : `${protocol}.${keccak256(stringToHex(name))}`

/**
 * Takes a lock at once; `undefined` when somebody has it. Across tabs by Web Locks; where there are none, by signs
 * of life in the journal's storage where it outlives the page, else among the runs of this client.
 */
export function takeLock(client: Client, name: string): Promise<(() => void) | undefined> {
  const locks = globalThis.navigator?.locks
  if (locks === undefined) return takeShared(client, name)
  return new Promise((resolve) => {
    locks
      .request(shared(name), { ifAvailable: true }, (lock) =>
        lock === null
          ? resolve(undefined)
          : new Promise<void>((release) => {
              resolve(release)
            }),
      )
      // A page that may not lock (in a sandbox) has no other tab to agree with.
      .catch(() => resolve(client.journal.claim(name)))
  })
}

/** Without Web Locks. A storage that fails is no reason not to trade: then the client's own runs agree alone. */
async function takeShared({ journal, log }: Client, name: string): Promise<(() => void) | undefined> {
  const release = journal.claim(name)
  if (release === undefined || !journal.durable) return release
  try {
    const { takeLease } = await import('../journal/lease.ts')
    const end = await takeLease(journal.storage, shared(name))
    if (end === undefined) release()
    return (
      end &&
      (() => {
        end()
        release()
      })
    )
  } catch (cause) {
    log.warn('The storage could not be asked whether the same goes on elsewhere.', { reason: String(cause) })
    return release
  }
}
