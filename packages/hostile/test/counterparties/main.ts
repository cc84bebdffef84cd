import { openCampaign } from './campaign.ts'

/**
 * Counterparties who go back on their orders, on a real chain: `npm run counterparties -- [first seed] [seeds]`. After
 * each run the user's balances are compared with what was agreed, by code that shares nothing with the guards. Exits
 * with 1 where anything was wrong; the seed in the output plays the same again.
 */
const [first = 1, seeds = 1_000] = process.argv.slice(2).map(Number)
const campaign = await openCampaign()
const ends = new Map<string, number>()
const started = performance.now()
let failures = 0
let prompts = 0
try {
  for (let seed = first; seed < first + seeds; seed += 1) {
    const result = await campaign.play(seed)
    prompts += result.prompts
    const end = `${result.action}: ${result.end}`
    ends.set(end, (ends.get(end) ?? 0) + 1)
    if (result.wrong.length === 0) continue
    failures += 1
    console.log(`\nseed ${seed}: ${result.wrong.join('; ')}\n  ${result.story}`)
  }
} finally {
  await campaign.stop()
}
const lines = [...ends]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([end, count]) => `${`${count}`.padStart(7)} ${end}`)
console.log(lines.join('\n'))
console.log(
  `${seeds} runs, ${prompts} windows of the wallet, ${Math.round((performance.now() - started) / 1000)} s; ${failures} not as agreed`,
)
process.exit(failures === 0 ? 0 : 1)
