import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { figureOf, type Table } from '../report/figures.ts'
import { peersFolder } from '../sizes/peers.ts'
import type { ExecutionCost } from './executionCost.ts'
import { duties } from './leastClient.ts'
import { peerTraders, type TraderName } from './traders.ts'

/** Executions one after another. */
const count = 1_000

/**
 * Each client in a process of its own, ours built as a host has it: run from its source, the TypeScript loader would
 * cost more than the client.
 */
export async function executions(): Promise<readonly Table[]> {
  peersFolder()
  // Beside the sources: the program resolves the peers from its own folder.
  const home = resolve(import.meta.dirname, '../../../.sluice')
  mkdirSync(home, { recursive: true })
  const folder = mkdtempSync(join(home, 'executions-'))
  try {
    await build({
      entryPoints: { main: resolve(import.meta.dirname, 'executionCost.ts') },
      bundle: true,
      splitting: true,
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      minify: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['@sluice/source'],
      define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname) },
    })
    const run = (name: TraderName, part: 'heap' | 'time' = 'heap'): ExecutionCost => {
      const args = ['--expose-gc', join(folder, 'main.mjs'), String(count), name, part]
      const said = execFileSync(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } })
      return JSON.parse(said.toString().split('\n').at(-1) ?? '') as ExecutionCost
    }
    const mine = run('Sluice')
    const peers = peerTraders.map((name) => ({ name, cost: run(name) }))
    const table = (
      id: string,
      title: string,
      unit: string,
      of: (cost: ExecutionCost) => readonly number[],
      floor?: readonly number[],
    ): Table => ({
      id: `executions-${id}`,
      title,
      note: `${count.toLocaleString('en')} trades one after another, each client in a process of its own together with the scripted provider, which sees every transaction at once. The bare client makes the same three requests and checks nothing; it takes turns with each client.`,
      unit,
      better: 'less',
      rows: [
        {
          what: 'one execution',
          ours: figureOf(of(mine)),
          peers: peers.map(({ name, cost }) => ({ name, figure: figureOf(of(cost)) })),
          ...(floor === undefined ? {} : { floor: { name: 'bare client', figure: figureOf(floor) } }),
        },
      ],
    })
    const floor = run('bare')
    const keptOf = ({ kept }: ExecutionCost) => kept.map((bytes) => bytes / 1_000)
    const heap = table(
      'heap',
      'Heap that an execution leaves behind, after collection',
      'kB',
      keptOf,
      keptOf(floor),
    )
    const least = ['', ...Object.values(duties)].map((duty, index) => {
      const { cpu, bareCpu } = run(`least ${index}`, 'time')
      const what = index === 0 ? 'the three requests' : `and ${duty}`
      return { what, ours: figureOf(cpu), floor: { name: 'bare client', figure: figureOf(bareCpu) } }
    })
    const left = [{ name: 'Sluice', cost: mine }, ...peers].map(({ name, cost }) => `${name} ${cost.timers}`)
    return [
      table('cpu', 'CPU of one execution', 'ms', ({ cpu }) => cpu, mine.bareCpu),
      table('wall', 'Time of one execution', 'ms', ({ wall }) => wall, mine.bareWall),
      {
        id: 'executions-duties',
        title: 'CPU of the least client that is possible',
        note: 'What each duty costs at least: under “ours” stands no client of ours but one function, written for this one transfer, with no other action, no node, no resuming and no sentence for what goes wrong. Row by row it takes on one duty more, the numbers being faults that every client has to stand. Nobody who takes on all of them comes nearer to a client that checks nothing than the last of these rows but one.',
        unit: 'ms',
        better: 'less',
        rows: [
          ...least,
          {
            what: 'Sluice',
            ours: figureOf(mine.cpu),
            floor: { name: 'bare client', figure: figureOf(mine.bareCpu) },
          },
        ],
      },
      {
        ...heap,
        note: `${heap.note} The growth of the heap over each further ${count.toLocaleString('en')} trades. Timers alive after the last trade: ${left.join(', ')}.`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
