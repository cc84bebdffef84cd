import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import { type ApiKey, findApiKey, isApiKey } from '../storage/service/apiKeys.ts'

/** Milliseconds for which the rights of a key are cached. */
const cacheTime = 30_000
/** The most keys that are cached: valid ones, and as many others. */
const maxKeys = 10_000
/** The most lookups of one network in a second. */
const lookupsPerSecond = 10

type Entry = { readonly until: number; readonly key: ApiKey | undefined }

/** Finds the rights of an API key; `undefined` for a key that is not valid. */
export type ApiKeyLookup = (text: string, network: string) => Promise<ApiKey | undefined>

/**
 * Makes the cached lookup of API keys. A malformed key, or a request from a network that has tried too many
 * keys, causes no query and counts as a request without a key.
 */
export function createApiKeyLookup({
  db,
  clock,
  keyReads,
}: Pick<Deps, 'db' | 'clock' | 'keyReads'>): ApiKeyLookup {
  const valid = new Map<string, Entry>()
  const invalid = new Map<string, Entry>()
  const lookups = new RateLimiterMemory({ points: lookupsPerSecond, duration: 1 })
  const keep = (text: string, entry: Entry): void => {
    const map = entry.key === undefined ? invalid : valid
    valid.delete(text)
    invalid.delete(text)
    map.set(text, entry)
    const [oldest] = map.keys()
    if (map.size > maxKeys && oldest !== undefined) map.delete(oldest)
  }
  const mayAsk = async (network: string): Promise<boolean> => {
    try {
      await lookups.consume(network)
      return true
    } catch (cause) {
      if (cause instanceof RateLimiterRes) return false
      throw cause
    }
  }
  return async (text, network) => {
    if (!isApiKey(text)) return undefined
    const known = valid.get(text) ?? invalid.get(text)
    if (known !== undefined && known.until > clock()) {
      if (keyReads !== undefined) keyReads.cached += 1
      return known.key
    }
    // Looking a valid key up again does not count.
    if (known?.key === undefined && !(await mayAsk(network))) return undefined
    if (keyReads !== undefined) keyReads.queried += 1
    // While the database cannot be reached, no caller has more rights than others.
    const key = await findApiKey(db, text).catch(() => undefined)
    keep(text, { until: clock() + cacheTime, key })
    return key
  }
}
