import type { ChainDeps } from '../../deps.ts'
import { encodeContinuation } from '../../http/continuation.ts'
import { readCollectionStats } from '../../storage/pages/collectionDetails.ts'
import { type CollectionQuery, listCollections } from '../../storage/pages/listCollections.ts'
import { unixTime } from '../../unixTime.ts'
import { collectionView } from '../../views/collectionView.ts'
import { normalizer } from '../../views/normalizeRoyalties.ts'
import type { PriceViews } from '../../views/priceView.ts'

/** A page of collections with their statistics, as most routes show them. */
export async function describeCollections(
  chain: Pick<ChainDeps, 'db' | 'config' | 'clock'>,
  prices: PriceViews,
  query: Omit<CollectionQuery, 'nativeLike' | 'now'>,
  { normalizeRoyalties = false }: { readonly normalizeRoyalties?: boolean } = {},
) {
  const { db, config, clock } = chain
  const { nativeLike } = prices
  const now = unixTime(clock)
  const { collections, next } = await listCollections(db, config.id, { ...query, nativeLike, now })
  const stats = await readCollectionStats(
    db,
    config.id,
    collections.map(({ contract }) => contract),
    nativeLike,
    now,
    normalizeRoyalties,
  )
  const best = [...stats.values()].flatMap(({ floor, topBid }) => [floor, topBid])
  const normalize = await normalizer(normalizeRoyalties, chain, best)
  const described = collections.flatMap((collection) => {
    const own = stats.get(collection.contract)
    if (own === undefined) return []
    const shown = {
      ...own,
      floor: own.floor === undefined ? undefined : normalize(own.floor),
      topBid: own.topBid === undefined ? undefined : normalize(own.topBid),
    }
    return [collectionView(collection, shown, config.id, prices)]
  })
  return { collections: described, continuation: encodeContinuation(next) }
}
