import type { ChainDeps } from '../../deps.ts'
import { listSources } from '../../storage/pages/sourcePages.ts'

/** Milliseconds for which the list is kept: it is read from every order there is. */
const cacheTime = 60_000
/** The number of domains that are listed. */
export const maxSources = 500

/** The domains that orders name as their source. */
export type SourceList = () => Promise<readonly string[]>

/** Makes the cached list of a chain's sources. */
export function createSourceList({ db, config, clock }: ChainDeps): SourceList {
  let cached: { readonly at: number; readonly domains: Promise<readonly string[]> } | undefined
  return () => {
    if (cached === undefined || clock() - cached.at > cacheTime) {
      const domains = listSources(db, config.id, maxSources)
      domains.catch(() => {
        // The next request reads a list that could not be read.
        cached = undefined
      })
      cached = { at: clock(), domains }
    }
    return cached.domains
  }
}
