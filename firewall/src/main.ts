import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machine } from '@sluice/bench/record'
import { adapterNames, loadAdapter } from './loadAdapters.ts'
import { pageOf, summaryOf } from './page.ts'
import { pageFile, readRecord, writeRecord } from './record.ts'
import { openScene } from './scene.ts'
import { type ClientRecord, tryClient } from './tryClient.ts'

/**
 * `npm run firewall [-- --client name] [--lie id] [--seed n] [--save] [--draw]`: sets clients before the same lying
 * server and counts what reaches the wallet. `--save` records a run of all clients and writes the page of the docs;
 * `--draw` only writes the page again.
 */
const { values } = parseArgs({
  options: {
    client: { type: 'string' },
    lie: { type: 'string' },
    seed: { type: 'string', default: '1' },
    save: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
  },
})
const stop = (message: string): never => {
  console.error(message)
  process.exit(1)
}
if (values.draw) {
  writeFileSync(pageFile, pageOf(readRecord()))
  process.exit()
}
const seed = Number(values.seed)
if (!Number.isSafeInteger(seed) || seed < 0) stop('--seed must be a whole number from 0.')
if (values.save && (values.client ?? values.lie) !== undefined)
  stop('--save records all clients and all lies: leave --client and --lie out.')
if (values.client !== undefined && !adapterNames.includes(values.client))
  stop(`There is no client ${values.client}; there are: ${adapterNames.join(', ')}.`)

// Clients write their own errors to the console; the record has them.
if (process.env.FIREWALL_LOG === undefined) Object.assign(console, { error: () => {}, warn: () => {} })
const scene = await openScene(seed)
const clients: ClientRecord[] = []
try {
  for (const name of values.client === undefined ? adapterNames : [values.client]) {
    const adapter = await loadAdapter(name)
    const record = await tryClient(scene, adapter, { lie: values.lie })
    clients.push(record)
    console.log(`\n${record.name} ${record.version}`)
    for (const { action, control } of record.controls) console.log(`  ${action}: ${control}`)
    for (const { action, lie, outcome, note } of record.cases)
      console.log(`  ${action} ${lie}: ${outcome}. ${note}`)
  }
} finally {
  await scene.stop()
}
clients.sort((left, right) =>
  `${left.name} ${left.version}`.localeCompare(`${right.name} ${right.version}`, 'en'),
)
console.log(`\n${summaryOf(clients)}`)
if (values.save) {
  const record = { date: new Date().toISOString().slice(0, 10), seed, machine: machine(), clients }
  writeRecord(record)
  writeFileSync(pageFile, pageOf(record))
}
const failed = clients.some(({ controls }) =>
  controls.some(({ control }) => control.startsWith('Not driven')),
)
// A client may keep timers and connections of its own alive.
process.exit(failed ? 1 : 0)
