import { figureOf, meanFigureOf, once, type Table } from '../../report/figures.ts'
import { withPostgres } from '../server.ts'
import { measurePurchases, type Pair, type PurchaseCost } from './measurePurchases.ts'
import { readBook } from './readBook.ts'

const listings = Number(process.env.BENCH_LISTINGS ?? 100_000)

/** Orders of another book: the cost of reading them, and of a purchase compared with one from our own book. */
export async function books(): Promise<readonly Table[]> {
  const withheld = await withPostgres((url) => readBook(url, false, listings))
  const told = await withPostgres((url) => readBook(url, true, listings))
  const purchases = await withPostgres(measurePurchases)
  const rows = [
    ['signatures kept by the book', withheld],
    ['signatures told', told],
  ] as const
  const shared = 'Chain, database and book share the machine with the provider.'
  /** The median of each round. */
  const ofPurchases = (cost: (pair: Pair) => number) =>
    figureOf(purchases.map((pairs) => figureOf(pairs.map(cost)).median))
  const both = ({ client, provider }: PurchaseCost) => client + provider
  const sides: readonly (readonly [string, (cost: PurchaseCost) => number])[] = [
    ['client', ({ client }) => client],
    ['provider', ({ provider }) => provider],
    ['both', both],
  ]
  return [
    {
      id: 'books',
      title: 'Orders of another book taken in',
      note: `${listings.toLocaleString('en')} listings in pages of 200: read, checked like an order that is posted, and on disk. The budget is 4,000. The book is a stand-in for OpenSea’s service, which tells signatures only to those who fill. ${shared}`,
      unit: 'per second',
      better: 'more',
      rows: rows.map(([what, { perSecond }]) => ({ what, ours: once(perSecond) })),
    },
    {
      id: 'books-cpu',
      title: 'Processor for each order of another book',
      note: `In the same runs: the provider's own process, Postgres, and the local node. ${shared}`,
      unit: 'µs',
      better: 'less',
      rows: rows.flatMap(([what, { cpu }]) => [
        { what: `${what}; provider`, ours: once(cpu.provider) },
        { what: `${what}; Postgres`, ours: once(cpu.postgres) },
        { what: `${what}; node`, ours: once(cpu.node) },
      ]),
    },
    {
      id: 'books-purchase',
      title: 'Processor of a purchase from another book, up to the wallet',
      note: 'The same purchase with an order of another book, whose zone authorizes each fill anew, and with one of our own, which is the floor; the budget is 1 more. They take turns, 500 times; a round is the median of 25, in brackets the lowest and the highest of 20 rounds. The differences are means of the rounds, each without the highest and the lowest tenth of its pairs; in brackets the interval that holds the true one 19 times of 20.',
      unit: 'ms',
      better: 'less',
      rows: [
        ...sides.map(([what, side]) => ({
          what,
          ours: ofPurchases(({ other }) => side(other)),
          floor: { name: 'an order of our own', figure: ofPurchases(({ own }) => side(own)) },
        })),
        ...sides.map(([what, side]) => ({
          what: `${what}, more than with an order of our own`,
          ours: meanFigureOf(
            purchases.map((pairs) => pairs.map(({ own, other }) => side(other) - side(own))),
          ),
        })),
      ],
    },
  ]
}
