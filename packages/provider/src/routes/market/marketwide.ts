import { ParseError } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import { readBody } from '../../http/body.ts'
import { ofNoSet } from '../../http/pathParameters.ts'
import { readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import type { CollectionSort } from '../../storage/pages/collectionPages.ts'
import { listMinted } from '../../storage/pages/sourcePages.ts'
import { listOwners, readStats } from '../../storage/pages/statsPages.ts'
import { decimalOf } from '../../trade/fills/quote.ts'
import { createPriceViews, type PriceViews } from '../../views/priceView.ts'
import { createReceipts } from '../activity/transactions.ts'
import { statusBody } from '../catalog.ts'
import { describeCollections } from './collections.ts'

const nowOf = ({ chain }: Scope): number => Math.floor(chain.clock() / 1000)

/** @param version of the route: the first shows a floor as a number of coins. */
async function search(c: Context, scope: Scope, base: PriceViews, version: 'v1' | 'v2') {
  const query = readQuery(c)
  const prices = base.shownIn(query.address('displayCurrency'))
  if (ofNoSet(query)) return { collections: [] }
  const { collections } = await describeCollections(scope, prices, {
    contracts: [],
    name: query.text('name', 100) ?? query.text('prefix', 100),
    sortBy: 'allTimeVolume',
    descending: true,
    limit: query.limit(20, 100),
    offset: query.number('offset') ?? 0,
    nativeLike: prices.nativeLike,
    now: nowOf(scope),
  })
  return {
    collections: collections.map((one) => ({
      chainId: one.chainId,
      collectionId: one.id,
      contract: one.id,
      name: one.name,
      slug: one.slug,
      image: one.image,
      isSpam: false,
      isNsfw: false,
      metadataDisabled: false,
      tokenCount: one.tokenCount,
      allTimeVolume: one.volume.allTime,
      floorAskPrice: version === 'v1' ? (one.floorAsk.price?.amount.decimal ?? null) : one.floorAsk.price,
      openseaVerificationStatus: null,
    })),
  }
}

const periods = ['5m', '10m', '30m', '1h', '6h', '24h', '1d', '7d', '30d', 'all', 'allTime'] as const
type VolumeSort = Extract<CollectionSort, `${string}Volume`>
const windowOf = {
  '1DayVolume': '1day',
  '7DayVolume': '7day',
  '30DayVolume': '30day',
  allTimeVolume: 'allTime',
} as const satisfies Readonly<Record<VolumeSort, string>>
const sortOf: Readonly<Record<(typeof periods)[number], VolumeSort>> = {
  '5m': '1DayVolume',
  '10m': '1DayVolume',
  '30m': '1DayVolume',
  '1h': '1DayVolume',
  '6h': '1DayVolume',
  '24h': '1DayVolume',
  '1d': '1DayVolume',
  '7d': '7DayVolume',
  '30d': '30DayVolume',
  all: 'allTimeVolume',
  allTime: 'allTimeVolume',
}

async function trending(c: Context, scope: Scope, base: PriceViews) {
  const query = readQuery(c)
  const prices = base.shownIn(query.address('displayCurrency'))
  const sortBy = sortOf[query.oneOf('period', periods, '1d')]
  const wanted = {
    contracts: [],
    sortBy,
    descending: true,
    limit: query.limit(50, 100),
    nativeLike: prices.nativeLike,
    now: nowOf(scope),
  }
  const { collections } = await describeCollections(scope, prices, wanted, query)
  const window = windowOf[sortBy]
  return {
    collections: collections.map((collection) => {
      const { volume, volumeChange, salesCount } = collection
      const change = window === 'allTime' ? null : volumeChange[window]
      return {
        ...trendView(collection),
        volume: volume[window],
        count: salesCount[window],
        volumePercentChange: change === null ? null : (change - 1) * 100,
        countPercentChange: null,
      }
    }),
  }
}

type CollectionView = Awaited<ReturnType<typeof describeCollections>>['collections'][number]

/** A collection as the routes of trends show it: counts are numbers there, and its volumes have another name. */
const trendView = ({ tokenCount, onSaleCount, volume, ...collection }: CollectionView) => ({
  ...collection,
  contract: collection.id,
  tokenCount: Number(tokenCount),
  onSaleCount: Number(onSaleCount),
  collectionVolume: volume,
})

const secondsOf: Readonly<Record<(typeof periods)[number] | '2h', number>> = {
  '5m': 300,
  '10m': 600,
  '30m': 1800,
  '1h': 3600,
  '2h': 7200,
  '6h': 21_600,
  '24h': 86_400,
  '1d': 86_400,
  '7d': 604_800,
  '30d': 2_592_000,
  all: 4_000_000_000,
  allTime: 4_000_000_000,
}
const mintPeriods = ['2h', ...periods] as const

/** Collections by how much of them was minted lately. Nothing is minted through this provider. */
async function trendingMints(c: Context, scope: Scope, base: PriceViews) {
  const query = readQuery(c)
  const prices = base.shownIn(query.address('displayCurrency'))
  const now = nowOf(scope)
  const since = Math.max(0, now - secondsOf[query.oneOf('period', mintPeriods, '24h')])
  const minted = await listMinted(scope.chain.db, scope.chain.config.id, since, query.limit(50, 50))
  if (minted.length === 0) return { mints: [] }
  const wanted = {
    contracts: minted.map(({ contract }) => contract),
    sortBy: 'createdAt' as const,
    descending: true,
    limit: minted.length,
    nativeLike: prices.nativeLike,
    now,
  }
  const { collections } = await describeCollections(scope, prices, wanted, query)
  return {
    mints: minted.flatMap(({ contract, mints }) => {
      const collection = collections.find(({ id }) => id === contract)
      if (collection === undefined) return []
      return [
        {
          ...trendView(collection),
          mintType: null,
          mintPrice: null,
          maxSupply: null,
          mintVolume: 0,
          mintCount: mints,
        },
      ]
    }),
  }
}

/** One unit of a currency in another and in dollars, to five places; null where no rate is known. */
function conversion(c: Context, prices: PriceViews) {
  const query = readQuery(c)
  const from = query.address('from')
  if (from === undefined) throw new ParseError('The request', 'from', 'is missing')
  const told = (rate: number | undefined): string | null => (rate === undefined ? null : rate.toFixed(5))
  const usd = told(prices.usd(from))
  if (query.text('to', 42) === 'usd') return { conversion: usd, usd }
  const to = query.address('to')
  if (to === undefined) throw new ParseError('The request', 'to', 'is missing')
  return { conversion: told(prices.rate(from, to)), usd }
}

async function stats(scope: Scope, prices: PriceViews) {
  const { db, config } = scope.chain
  const window = async (days: number) => {
    const { mints, sales, volume } = await readStats(
      db,
      config.id,
      prices.nativeLike,
      nowOf(scope) - days * 86_400,
    )
    const saleVolume = decimalOf(volume, 18)
    return {
      mintCount: mints,
      saleCount: sales,
      totalCount: mints + sales,
      mintVolume: 0,
      saleVolume,
      totalVolume: saleVolume,
    }
  }
  const [one, seven] = await Promise.all([window(1), window(7)])
  return { stats: { '1day': one, '7day': seven } }
}

async function owners(c: Context, scope: Scope) {
  const query = readQuery(c)
  const [token] = query.tokens('token')
  const contract = token?.contract ?? query.addresses('collection', 'contract')[0]
  if (contract === undefined) throw new ParseError('The request', 'collection', 'is missing')
  const found = await listOwners(scope.chain.db, scope.chain.config.id, {
    contract,
    tokenId: token?.tokenId,
    offset: query.number('offset') ?? 0,
    limit: query.limit(20, 500),
    now: nowOf(scope),
  })
  return {
    owners: found.map(({ owner, tokens, onSale }) => ({
      address: owner,
      ownership: {
        tokenCount: tokens,
        onSaleCount: onSale,
        floorAskPrice: null,
        topBidValue: null,
        totalBidValue: null,
      },
    })),
  }
}

/** What is asked about the market as a whole, and the routes that newer clients ask beside a trade. */
export function marketwideRoutes(app: Hono, scope: Scope): void {
  const prices = createPriceViews(scope)
  const receipts = createReceipts(scope.chain)
  for (const version of ['v1', 'v2'] as const)
    app.get(`/search/collections/${version}`, async (c) => c.json(await search(c, scope, prices, version)))
  app.get('/collections/trending/v1', async (c) => c.json(await trending(c, scope, prices)))
  app.get('/collections/trending-mints/v1', async (c) => c.json(await trendingMints(c, scope, prices)))
  app.get('/currencies/conversion/v1', (c) => {
    c.header('Deprecation', 'true')
    return c.json(conversion(c, prices))
  })
  app.get('/chain/stats/v1', async (c) => c.json(await stats(scope, prices)))
  for (const version of ['v1', 'v2'])
    app.get(`/owners/${version}`, async (c) => c.json(await owners(c, scope)))
  app.post('/execute/status/v1', async (c) => {
    const { id } = await readBody(c, statusBody)
    const found = await receipts.read(id)
    if (found === undefined) return c.json({ status: 'unknown' })
    const status = found.status === 'success' ? 'success' : 'failure'
    return c.json({ status, txHashes: [id], time: nowOf(scope) })
  })
  // Nothing is bought across chains here, and the kit must be able to read that.
  app.post('/execute/solve/capacity/v2', (c) =>
    c.json({ capacityPerRequest: '0', totalCapacity: '0', maxPricePerItem: '0' }),
  )
}
