import type { Fee } from '@sluice/seaport'
import type { CollectionStats } from '../storage/pages/collectionDetails.ts'
import type { ListedCollection } from '../storage/pages/listCollections.ts'
import { decimalOf } from '../trade/fills/quote.ts'
import type { PriceViews } from './priceView.ts'
import { bestOrderView, slugOf } from './tokenView.ts'

const windows = ['1day', '7day', '30day'] as const
const coin = (raw: bigint) => decimalOf(raw, 18)

function salesView({ volumes, earlier, sales }: CollectionStats) {
  const change = (index: 0 | 1 | 2) =>
    earlier[index] === 0n ? null : Number((volumes[index] * 10_000n) / earlier[index]) / 10_000
  return {
    rank: { '1day': null, '7day': null, '30day': null, allTime: null },
    volume: {
      '1day': coin(volumes[0]),
      '7day': coin(volumes[1]),
      '30day': coin(volumes[2]),
      allTime: coin(volumes[3]),
    },
    volumeChange: { '1day': change(0), '7day': change(1), '30day': change(2) },
    floorSale: Object.fromEntries(windows.map((window) => [window, null])),
    floorSaleChange: Object.fromEntries(windows.map((window) => [window, null])),
    salesCount: { '1day': sales[0], '7day': sales[1], '30day': sales[2], allTime: sales[3] },
  }
}

/** The royalties of a collection, in total and by recipient. */
export const royaltiesView = (royalties: readonly Fee[]) => ({
  recipient: royalties[0]?.recipient ?? null,
  breakdown: royalties.map(({ bps, recipient }) => ({ bps, recipient })),
  bps: royalties.reduce((sum, { bps }) => sum + bps, 0),
})

/** A collection as `GET /collections/v7` shows it. Counts of tokens are strings. */
export function collectionView(
  collection: ListedCollection,
  stats: CollectionStats,
  chainId: number,
  prices: PriceViews,
) {
  const { contract, kind, name, symbol, image, banner, description } = collection
  const created = collection.createdAt.toISOString()
  const royalties = royaltiesView(collection.royalties)
  const { source: _, ...floorAsk } = bestOrderView(stats.floor, prices)
  const { source: __, ...topBid } = bestOrderView(stats.topBid, prices)
  return {
    chainId,
    id: contract,
    slug: slugOf(name, contract),
    createdAt: created,
    updatedAt: created,
    name,
    symbol,
    contractDeployedAt: null,
    image,
    banner,
    twitterUrl: null,
    discordUrl: null,
    externalUrl: null,
    twitterUsername: null,
    openseaVerificationStatus: null,
    description,
    metadataDisabled: false,
    isSpam: false,
    isNsfw: false,
    isMinting: false,
    sampleImages: stats.images,
    tokenCount: stats.tokens.toString(),
    onSaleCount: stats.onSale.toString(),
    primaryContract: contract,
    tokenSetId: `contract:${contract}`,
    creator: royalties.recipient,
    royalties,
    allRoyalties: { onchain: royalties.breakdown },
    floorAsk: {
      ...floorAsk,
      sourceDomain: stats.floor?.source ?? null,
      token:
        stats.floor?.tokenId === undefined
          ? null
          : {
              contract,
              tokenId: stats.floor.tokenId.toString(),
              name: stats.floorToken?.name ?? null,
              image: stats.floorToken?.image ?? null,
            },
    },
    topBid: { ...topBid, sourceDomain: stats.topBid?.source ?? null },
    ...salesView(stats),
    collectionBidSupported: true,
    ownerCount: stats.owners,
    contractKind: kind,
    mintedTimestamp: null,
    mintStages: [],
    securityConfig: null,
  }
}
