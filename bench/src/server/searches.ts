import { type LocalChain, startProvider } from '@sluice/devnet'
import type pg from 'pg'
import { figureOf, type Table } from '../report/figures.ts'
import { fillBook, warmBook } from './book.ts'
import { fillFacts } from './bookFacts.ts'
import { load } from './hotReads.ts'
import { type ProviderOptions, serving, withChain, withoutRecount } from './withChain.ts'
import { withClient } from './withClient.ts'

const size = { listings: 150_000, collections: 10_000, tokens: 1_000_000, sales: 150_000, makers: 6000 }
/** Milliseconds for which a route is requested, after as many to warm up. */
const milliseconds = 1000

/** Routes that search and sort the whole market; `collection` has the most tokens, `owner` holds the most. */
const routes = (collection: string, owner: string): readonly (readonly [name: string, path: string])[] => [
  ['collections by name', '/collections/v7?name=Collection%2077'],
  ['search of collections', '/search/collections/v2?name=collection%2012&limit=20'],
  ['search of collections that finds none', '/search/collections/v1?name=nowhere'],
  ['trending, a day', '/collections/trending/v1?period=1d&limit=20'],
  ['trending, a week', '/collections/trending/v1?period=7d&limit=20'],
  ['trending, thirty days', '/collections/trending/v1?period=30d&limit=20'],
  ['trending mints, a day', '/collections/trending-mints/v1?period=24h&limit=20'],
  ['trending mints, thirty days', '/collections/trending-mints/v1?period=30d&limit=20'],
  ['trending mints, all time', '/collections/trending-mints/v1?period=allTime&limit=20'],
  ...['allTimeVolume', '1DayVolume', '7DayVolume', '30DayVolume', 'floorAskPrice', 'createdAt'].flatMap(
    (sort) =>
      ['desc', 'asc'].map(
        (direction) =>
          [
            `collections by ${sort}, ${direction}`,
            `/collections/v7?sortBy=${sort}&sortDirection=${direction}`,
          ] as const,
      ),
  ),
  ['tokens by name', `/tokens/v7?collection=${collection}&tokenName=token`],
  ['tokens by a rare name', `/tokens/v7?collection=${collection}&tokenName=1000123`],
  ['tokens by a name of none', `/tokens/v7?collection=${collection}&tokenName=nowhere`],
  ['tokens by a rare name, by id', `/tokens/v7?collection=${collection}&tokenName=1000123&sortBy=tokenId`],
  ['tokens by change', `/tokens/v7?collection=${collection}&sortBy=updatedAt`],
  ['owners of a collection', `/owners/v2?collection=${collection}`],
  ['statistics of the chain', '/chain/stats/v1'],
  ['holdings by name', `/users/${owner}/tokens/v10?tokenName=99`],
]

/** Pages of the database that were read so far, from memory or disk. Connections report them within a second of rest. */
async function readPages(client: pg.Client): Promise<number> {
  await new Promise((wake) => setTimeout(wake, 1500))
  const { rows } = await client.query<{ pages: string }>(
    'select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.pages ?? 0)
}

/** Waits until the provider has stored the columns that lists sort by. */
async function untilRefreshed(client: pg.Client, chainId: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select 1 from stale_collections where chain_id = $1 limit 1', [
      chainId,
    ])
    if (rows.length === 0) return
    await new Promise((wake) => setTimeout(wake, 250))
  }
}

/**
 * Searches and lists at a million tokens, each compared with the twenty cheapest of the largest collection. The database
 * is filled first, which takes a minute or two; one that has as many tokens already is used as it is.
 */
export const searches = (databaseUrl: string): Promise<readonly Table[]> =>
  withClient(databaseUrl, (client) =>
    withChain({ databaseUrl, logLevel: 'error', ...withoutRecount }, async (chain, options) => {
      await fill(client, chain, options)
      return serving(options, (base) => measureSearches(client, { databaseUrl, chainId: chain.id, base }))
    }),
  )

/** Fills the database, unless it has as many tokens already. */
async function fill(
  client: pg.Client,
  chain: LocalChain,
  options: ProviderOptions & { databaseUrl: string },
) {
  const { databaseUrl } = options
  // The provider creates the tables; it is restarted over the full book.
  await (await startProvider(options)).stop()
  const held = await client.query<{ count: string }>(
    'select count(*) as count from tokens where chain_id = $1',
    [chain.id],
  )
  if (Number(held.rows[0]?.count ?? 0) >= size.tokens) return
  await fillBook(databaseUrl, chain.id, size)
  await fillFacts(databaseUrl, chain.id, chain.contracts.weth, size)
}

async function measureSearches(
  client: pg.Client,
  { databaseUrl, chainId, base }: { databaseUrl: string; chainId: number; base: string },
): Promise<readonly Table[]> {
  const { rows } = await client.query<{ collection: string; owner: string }>(
    `select (select contract from collection_counts where chain_id = $1 order by tokens desc limit 1) as collection,
       (select owner from ownerships where chain_id = $1 group by owner order by count(*) desc limit 1) as owner`,
    [chainId],
  )
  const { collection = '', owner = '' } = rows[0] ?? {}
  await untilRefreshed(client, chainId)
  await warmBook(databaseUrl)
  const measure = async (path: string) => {
    await load([`${base}${path}`], milliseconds, 1)
    return load([`${base}${path}`], milliseconds, 1)
  }
  const withPages = async (path: string) => {
    const before = await readPages(client)
    const started = performance.now()
    const taken = await measure(path)
    const requests = (taken.perSecond * (performance.now() - started)) / 1000
    return { ...taken, pages: ((await readPages(client)) - before) / requests }
  }
  const cheapest = () => measure(`/orders/asks/v5?contracts=${collection}&sortBy=price&limit=20`)
  const measured: Table['rows'][number][] = []
  for (const [name, path] of routes(collection, owner)) {
    const floor = await cheapest()
    const { p50, p99, pages } = await withPages(path)
    measured.push({
      what: `${name}; 99th percentile ${p99.toFixed(0)} ms, ${pages.toFixed(0)} pages of the database`,
      ours: figureOf([p50]),
      floor: { name: `cheapest 20 (${floor.p99.toFixed(0)} ms)`, figure: figureOf([floor.p50]) },
    })
  }
  return [
    {
      id: 'searches',
      title: 'Searches and lists of the whole market',
      note: 'A million tokens in 10,000 collections, 150,000 listings and as many sales; one client. The floor is the list of the twenty cheapest listings of the largest collection, asked in turns in the same run. Pages are those that Postgres looked at for one request.',
      unit: 'ms',
      better: 'less',
      rows: measured,
    },
  ]
}
