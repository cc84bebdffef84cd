import { type Figure, figureOf, type Row, type Table } from '../report/figures.ts'
import { type Delays, type ScriptedMarket, startScriptedMarket } from './scriptedMarket.ts'
import type { Trader } from './trader.ts'
import { ours, peerTraders, type TraderName, traderOf } from './traders.ts'

/** How long a trade took after the provider had seen its transaction. */
type Sample = {
  /** Milliseconds. */
  readonly wait: number
  /** Requests to the provider and to the node, after the transaction was sent. */
  readonly provider: number
  readonly node: number
}

/** Seconds after which the provider has seen a sent transaction. */
const lags = [0, 0.1, 1, 2, 6]
/** Trades for each of them. */
const rounds = 3
/** Trades of each row without push. */
const trades = 24

async function sample(
  market: ScriptedMarket,
  trader: Trader,
  delays: readonly Delays[],
): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (const delay of delays) {
    await trader.trade(delay)
    samples.push({ wait: performance.now() - market.syncedAt(), ...market.counts() })
  }
  return samples
}

const waitOf = (samples: readonly Sample[]) => figureOf(samples.map(({ wait }) => Math.max(0, wait)))

/** The same trade at every delay, on a market of its own. */
async function atEveryLag(
  push: boolean,
  trader: (market: ScriptedMarket) => Trader,
): Promise<readonly (readonly Sample[])[]> {
  const market = await startScriptedMarket(push)
  try {
    const one = trader(market)
    // The first trades load and compile the code.
    const atOnce = { mined: 0, synced: 0 }
    await sample(market, one, [atOnce, atOnce, atOnce, atOnce, atOnce])
    const all: (readonly Sample[])[] = []
    for (const lag of lags) {
      const delay = { mined: lag * 1_000, synced: lag * 1_000 }
      all.push(
        await sample(
          market,
          one,
          Array.from({ length: rounds }, () => delay),
        ),
      )
    }
    return all
  } finally {
    await market.stop()
  }
}

/** Spread evenly over the block time, at every phase of a polling interval, so that two runs measure the same. */
const spread = (count: number, longest: number): readonly Delays[] =>
  Array.from({ length: count }, (_, index) => {
    const mined = ((index + 0.5) / count) * longest
    // The golden ratio: any number of points is spread evenly, and not in step with the blocks.
    const lag = 50 + (((index + 0.5) * 0.618034) % 1) * 550
    return { mined, synced: mined + lag }
  })

/** Each trade on a market of its own without push: they mostly wait, so that they can run in parallel. */
async function withoutPush(
  trader: (market: ScriptedMarket) => Trader,
  delays: readonly Delays[],
): Promise<readonly Sample[]> {
  const samples = await Promise.all(
    delays.map(async (delay) => {
      const market = await startScriptedMarket(false)
      try {
        const one = trader(market)
        // The first trade loads and compiles the code.
        await one.trade({ mined: 0, synced: 0 })
        return await sample(market, one, [delay])
      } finally {
        await market.stop()
      }
    }),
  )
  return samples.flat()
}

/** A peer's client is global to the process: it trades on one market, one trade after the other. */
async function peerWithoutPush(
  trader: (market: ScriptedMarket) => Trader,
  delays: readonly Delays[],
): Promise<readonly Sample[]> {
  const market = await startScriptedMarket(false)
  try {
    return await sample(market, trader(market), delays)
  } finally {
    await market.stop()
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Providers with only the routes of the specification: the client decides when to poll. */
async function pollingRows(): Promise<readonly Row[]> {
  const peerName: TraderName = 'reservoir-sdk 2.5.7'
  const peer = (count: number, blockTime: number) =>
    peerWithoutPush((market) => traderOf(peerName, market), spread(count, blockTime))
  const peers = (async () => [await peer(4, 2_000), await peer(4, 12_000)])()
  const meant = (samples: readonly Sample[]) =>
    `${Math.round(mean(samples.map(({ wait }) => Math.max(0, wait))))} at the mean, ${mean(samples.map(({ provider }) => provider)).toFixed(1)} requests`
  const of = async (what: string, count: number, blockTime: number, node: boolean): Promise<Row> => {
    const mine = await withoutPush((market) => ours(market, { blockTime, node }), spread(count, blockTime))
    const theirs = (await peers)[blockTime === 2_000 ? 0 : 1] ?? []
    return {
      what: `${what}; ${meant(mine)}`,
      ours: waitOf(mine),
      peers: [{ name: `${peerName}, ${meant(theirs)}`, figure: waitOf(theirs) }],
    }
  }
  return [
    await of('2 s blocks, with a node', trades, 2_000, true),
    await of('2 s blocks, no node', trades, 2_000, false),
    await of('12 s blocks, with a node', trades, 12_000, true),
    await of('12 s blocks, no node', trades, 12_000, false),
  ]
}

/** How long a rejection by the provider takes to reach the caller, trade by trade. */
async function refusals(name: TraderName): Promise<Figure> {
  const market = await startScriptedMarket(false)
  // The peers write every error to the console.
  const { error } = console
  console.error = () => undefined
  try {
    const trader = traderOf(name, { ...market, url: market.refusing })
    const samples: number[] = []
    for (let index = 0; index < 22; index += 1) {
      const ended = await trader.trade({ mined: 0, synced: 0 }).then(
        () => false,
        () => true,
      )
      if (!ended) throw new Error('The provider was to refuse.')
      samples.push(performance.now() - market.refusedAt())
    }
    // The first trades load the code of errors.
    return figureOf(samples.slice(2))
  } finally {
    console.error = error
    await market.stop()
  }
}

/** Every wait of the performance goals, on real HTTP and real timers. Takes about three minutes. */
export async function waits(): Promise<readonly Table[]> {
  // All of them mostly wait: in parallel they wait no longer.
  const [mine, floor, ...theirs] = await Promise.all([
    atEveryLag(true, (market) => ours(market, { node: true })),
    atEveryLag(true, (market) => traderOf('bare', market)),
    ...peerTraders.map((name) => atEveryLag(true, (market) => traderOf(name, market))),
  ])
  const empty: readonly Sample[] = []
  return [
    {
      id: 'waits',
      title: 'What a user waits beyond the moment at which the provider has seen the trade',
      note: `One trade, from the wallet's answer to the client's, less the time that the provider needs; the median of ${rounds}. Every client trades on the same scripted provider: ours listens to what it pushes, the peers ask as they always do, each at the pace that it has by default. The floor is one request that the provider holds until it is so.`,
      unit: 'ms',
      better: 'less',
      rows: lags.map((lag, index) => ({
        what: lag === 0 ? 'seen at once' : `seen after ${lag} s`,
        ours: waitOf(mine[index] ?? empty),
        peers: peerTraders.map((name, at) => ({ name, figure: waitOf(theirs[at]?.[index] ?? empty) })),
        floor: { name: 'held request', figure: waitOf(floor[index] ?? empty) },
      })),
    },
    {
      id: 'waits-without-push',
      title: 'The same at a provider that pushes nothing',
      note: 'Blocks come evenly spread over their time, and the provider sees each 50 to 600 ms after it. Medians, with the spread; the mean stands beside. Requests are those to the provider after the transaction was sent. Budgets at the mean: 300 on blocks of 2 s, 550 on blocks of 12 s, 8 requests.',
      unit: 'ms',
      better: 'less',
      rows: await pollingRows(),
    },
    {
      id: 'refusals',
      title: 'From the provider’s refusal to the caller',
      note: 'The provider answers 404 to the request for a plan; the median of 20. The peers ask the node for its block first, for a line of their log: a node that hangs keeps the error from the caller.',
      unit: 'ms',
      better: 'less',
      rows: [
        {
          what: 'a refused trade',
          ours: await refusals('Sluice'),
          peers: [
            { name: 'reservoir-sdk 1.5.1', figure: await refusals('reservoir-sdk 1.5.1') },
            { name: 'reservoir-sdk 2.5.7', figure: await refusals('reservoir-sdk 2.5.7') },
          ],
        },
      ],
    },
  ]
}
