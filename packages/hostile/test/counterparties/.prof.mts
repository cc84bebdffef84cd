import { openCampaign } from './campaign.ts'

const [first = 1, seeds = 40] = process.argv.slice(2).map(Number)
const t0 = performance.now()
const campaign = await openCampaign()
console.log('open', Math.round(performance.now() - t0))
const rows: [number, string][] = []
for (let seed = first; seed < first + seeds; seed += 1) {
  const a = performance.now()
  const cpu = process.cpuUsage()
  const r = await campaign.play(seed)
  const c = process.cpuUsage(cpu)
  rows.push([
    performance.now() - a,
    `${seed} ${r.action}: ${r.end} prompts ${r.prompts} moves ${r.moves} cpu ${Math.round((c.user + c.system) / 1000)} wrong ${r.wrong.length}`,
  ])
}
await campaign.stop()
rows.sort((a, b) => b[0] - a[0])
console.log(
  rows
    .slice(0, 25)
    .map(([t, s]) => `${Math.round(t)} ${s}`)
    .join('\n'),
)
console.log(
  'sum',
  Math.round(rows.reduce((s, [t]) => s + t, 0)),
  'median',
  Math.round(rows[rows.length >> 1]![0]),
)
process.exit(0)
