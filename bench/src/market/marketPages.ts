import { figureOf, once, type Table } from '../report/figures.ts'
import { withPostgres } from '../server/server.ts'
import { market } from './market.ts'

/** The market's pages on a device four times slower: paints, shifts and interactions. */
export async function marketPages(): Promise<readonly Table[]> {
  const { pages, interactions, scroll } = await withPostgres((url) => market(url))
  const note = 'The market on the local stack, the processor slowed four times.'
  return [
    {
      id: 'market-paint',
      title: 'Largest paint of the market’s pages',
      note,
      unit: 'ms',
      better: 'less',
      rows: pages.map(({ name, largest, script }) => ({
        what: `${name}; ${(script / 1000).toFixed(0)} kB of script`,
        ours: figureOf(largest),
      })),
    },
    {
      id: 'market-shift',
      title: 'Layout shift of the market’s pages',
      note: `${note} A first visit over a network of 300 ms latency and 150 kB a second: the sum of all shifts.`,
      unit: 'score',
      better: 'less',
      rows: pages.map(({ name, shift }) => ({ what: name, ours: once(shift) })),
    },
    {
      id: 'market-interactions',
      title: 'From an input to its paint, on the market’s pages',
      note: `${note} The longest event of each interaction, as browsers report it.`,
      unit: 'ms',
      better: 'less',
      rows: interactions.map(({ what, milliseconds }) => ({ what, ours: figureOf(milliseconds) })),
    },
    {
      id: 'market-scroll',
      title: 'From a key to its paint, through a long collection',
      note: `${note} Interaction to next paint as browsers report it: the worst, one of each fifty presses left out. ${scroll.loaded} tokens by ${scroll.presses} presses; ${(scroll.heap / 1e6).toFixed(0)} MB of heap after it.`,
      unit: 'ms',
      better: 'less',
      rows: [
        { what: 'median', ours: once(scroll.median) },
        { what: 'interaction to next paint', ours: once(scroll.inp) },
        { what: 'worst', ours: once(scroll.worst) },
      ],
    },
  ]
}
