import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import { type ApiKey, findApiKey, isApiKey } from '../storage/service/apiKeys.ts'

/** Milliseconds for which a key's rights are believed. */
const remembered = 30_000
/** Keys that are remembered at once: those that are ours, and those that are not. */
const most = 10_000
/** Keys that one neighborhood may have looked up in a second. */
const lookups = 10

type Entry = { readonly until: number; readonly key: ApiKey | undefined }

/** Finds keys' rights. */
export type Keyring = (text: string, neighborhood: string) => Promise<ApiKey | undefined>

/**
 * Makes a keyring. The database is asked once in a while for each key, and a few times a second for each neighborhood:
 * what is no key by its form, and whoever tries too many, is as one without a key, and costs no query.
 */
export function createKeyring({ db, clock }: Pick<Deps, 'db' | 'clock'>): Keyring {
  const ours = new Map<string, Entry>()
  const others = new Map<string, Entry>()
  const asked = new RateLimiterMemory({ points: lookups, duration: 1 })
  const keep = (text: string, entry: Entry): void => {
    const map = entry.key === undefined ? others : ours
    ours.delete(text)
    others.delete(text)
    map.set(text, entry)
    const [oldest] = map.keys()
    if (map.size > most && oldest !== undefined) map.delete(oldest)
  }
  const mayAsk = async (neighborhood: string): Promise<boolean> => {
    try {
      await asked.consume(neighborhood)
      return true
    } catch (cause) {
      if (cause instanceof RateLimiterRes) return false
      throw cause
    }
  }
  return async (text, neighborhood) => {
    if (!isApiKey(text)) return undefined
    const known = ours.get(text) ?? others.get(text)
    if (known !== undefined && known.until > clock()) return known.key
    // One of ours that is looked up anew costs nobody else's share.
    if (known?.key === undefined && !(await mayAsk(neighborhood))) return undefined
    // While the database is away nobody has more rights than everybody.
    const key = await findApiKey(db, text).catch(() => undefined)
    keep(text, { until: clock() + remembered, key })
    return key
  }
}
