import { execFileSync } from 'node:child_process'
import { figureOf, type Table } from '../../report/figures.ts'
import { fillBook } from '../book.ts'
import { fillFacts } from '../bookFacts.ts'
import { builtProvider } from '../builtProvider.ts'
import { withPostgres } from '../server.ts'
import { withClient } from '../withClient.ts'
import { measurePartitions } from './partitions.ts'
import { measureRows } from './rowSizes.ts'

/** Chains that have partitions: a large one, a small one, and one that takes the rows of the large one in any order. */
const chains = { all: 50, large: 1, small: 2, grown: 3 } as const

/** Creates the tables with the partitions of all chains, as `sluice-provider migrate` does. */
function migrate(databaseUrl: string): void {
  const hex = (bytes: number) => `0x${'c0'.repeat(bytes)}`
  const settings = Array.from({ length: chains.all }, (_, place) => ({
    ...{
      id: place + 1,
      slug: `chain-${place + 1}`,
      name: `Chain ${place + 1}`,
      rpcUrls: ['http://127.0.0.1:9'],
    },
    wrappedNative: hex(20),
    conduitKey: hex(32),
    conduit: hex(20),
  }))
  const env = { ...process.env, DATABASE_URL: databaseUrl, SLUICE_CHAINS: JSON.stringify(settings) }
  execFileSync(process.execPath, [builtProvider(), 'migrate'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** `BENCH_LISTINGS` names another size of the large chain than 200,000 listings and as many tokens. */
export const scale = (): Promise<readonly Table[]> =>
  withPostgres(async (url) => {
    const listings = Number(process.env.BENCH_LISTINGS ?? 200_000)
    migrate(url)
    await fillBook(url, chains.small, { listings: listings / 100 })
    await fillBook(url, chains.large, { listings })
    await fillFacts(url, chains.large, `0x${'ee'.repeat(20)}`, {
      tokens: listings,
      sales: listings,
      makers: Math.ceil(listings / 25),
    })
    const rows = await measureRows(url, chains)
    const partitions = await measurePartitions(url, chains)
    // A server with that many files takes long to stop unless they are written first.
    await withClient(url, (client) => client.query('checkpoint'))
    const size = listings.toLocaleString('en')
    return [
      {
        id: 'row-bytes',
        title: 'Bytes on disk of one row',
        note: `Rows of a market of ${size} listings and tokens, copied in any order into empty tables with all of their indexes, as they come in life. What updates leave behind until it is vacuumed comes on top.`,
        unit: 'bytes',
        better: 'less',
        rows: rows.flatMap(({ what, table, indexes }) => [
          { what, ours: figureOf([table + indexes]) },
          { what: `${what}: of which indexes`, ours: figureOf([indexes]) },
        ]),
      },
      {
        id: 'partitions',
        title: 'A partition for each chain',
        note: `A chain of ${size} listings beside one of a hundredth of that, in tables with partitions for ${chains.all} chains. Beside them, in turns, the same orders in one table with the same indexes. The hot reads of a chain are planned over its own partition alone; the run fails if one is not.`,
        unit: 'ms',
        better: 'less',
        rows: partitions.map(({ what, partitioned, single }) => ({
          what,
          ours: figureOf(partitioned),
          peers: [{ name: 'one table', figure: figureOf(single) }],
        })),
      },
    ]
  })
