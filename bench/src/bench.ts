import { bulk } from './client/bulk.ts'
import { executions } from './client/executions.ts'
import { guards } from './client/guards.ts'
import { hashes } from './client/hashes.ts'
import { waits } from './client/waits.ts'
import { marketPages } from './market/marketPages.ts'
import type { Table } from './report/figures.ts'
import { writePages } from './report/pages.ts'
import { keep, type Measured, machine, readRecord } from './report/record.ts'
import { asText } from './report/report.ts'
import { books } from './server/books/books.ts'
import { gas } from './server/gas.ts'
import { idle } from './server/idle/idle.ts'
import { listeners } from './server/listeners/listeners.ts'
import { push } from './server/push.ts'
import { rejects } from './server/rejects.ts'
import { scale } from './server/scale/scale.ts'
import { searches } from './server/searches.ts'
import {
  serverIndexer,
  serverIntake,
  serverMemory,
  serverReads,
  serverReads5M,
  withPostgres,
} from './server/server.ts'
import { webhooks } from './server/webhooks.ts'
import { wholePath } from './server/wholePath.ts'
import { imports } from './sizes/imports.ts'
import { bundleSizes } from './sizes/peerSizes.ts'

/**
 * `npm run bench [-- section…] [--save] [--draw]`: sizes and speeds compared with the peers, as ratios within this run.
 * `--save` records the figures of the named sections with the date and the machine, and redraws tables and pictures;
 * `--draw` only redraws.
 */
const sections: Readonly<Record<string, () => Promise<readonly Table[]>>> = {
  waits,
  executions,
  sizes: bundleSizes,
  imports,
  bulk,
  hashes,
  guards,
  push: async () => [...(await push()), ...(await wholePath())],
  listeners,
  webhooks,
  gas,
  rejects: () => rejects(),
  intake: serverIntake,
  indexer: serverIndexer,
  idle,
  books,
  reads: serverReads,
  memory: serverMemory,
  reads5m: serverReads5M,
  market: marketPages,
  searches: () => withPostgres(searches),
  scale,
}
/** Sections that run only when they are named: they take minutes, or gigabytes. */
const large: readonly string[] = [
  'memory',
  'reads5m',
  'market',
  'searches',
  'indexer',
  'listeners',
  'idle',
  'scale',
  'webhooks',
]

const names = Object.keys(sections)
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const [save, draw] = ['--save', '--draw'].map((flag) => process.argv.includes(flag))
const unknown = process.argv.slice(2).find((word) => ![...names, '--save', '--draw'].includes(word))
if (unknown !== undefined) {
  console.error(`${unknown} is neither --save, --draw nor a section; the sections are: ${names.join(', ')}.`)
  process.exit(1)
}
const chosen = asked.length > 0 ? asked : draw ? [] : names.filter((name) => !large.includes(name))
for (const name of chosen) {
  const tables = (await sections[name]?.()) ?? []
  for (const table of tables) console.log(asText(table))
  const measured: Measured = { date: new Date().toISOString().slice(0, 10), machine: machine(), tables }
  // Saved at once: a later section that fails does not lose them.
  if (save) writePages(keep({ [name]: measured }, names))
}
if (draw) writePages(readRecord())
// A peer may keep timers and connections of its own alive.
process.exit()
