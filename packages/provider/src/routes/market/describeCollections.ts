import type { ChainDeps } from '../../deps.ts'
import { encodeContinuation } from '../../http/continuation.ts'
import { readCollectionStats } from '../../storage/pages/collectionDetails.ts'
import { type CollectionQuery, listCollections } from '../../storage/pages/collectionPages.ts'
import { collectionView } from '../../views/collectionView.ts'
import { normalizer } from '../../views/normalizeRoyalties.ts'
import type { PriceViews } from '../../views/priceView.ts'

/** A page of collections with their statistics, as most routes show them. */
export async function describeCollections(
  chain: Pick<ChainDeps, 'db' | 'config'>,
  prices: PriceViews,
  query: CollectionQuery,
  { normalizeRoyalties = false }: { readonly normalizeRoyalties?: boolean } = {},
) {
  const { db, config } = chain
  const { collections, next } = await listCollections(db, config.id, query)
  const stats = await readCollectionStats(
    db,
    config.id,
    collections.map(({ contract }) => contract),
    prices.nativeLike,
    query.now,
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
