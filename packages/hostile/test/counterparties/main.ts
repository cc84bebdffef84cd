import { playSeeds } from './playSeeds.ts'

/**
 * Counterparties who withdraw from their orders, on a real chain: `npm run counterparties -- [first seed] [seeds]`.
 * After each run the user's balances are compared with what was agreed, by code that shares nothing with the guards.
 * Exits with 1 if anything was wrong; the seed in the output plays the same again.
 */
const [first = 1, seeds = 1_000] = process.argv.slice(2).map(Number)
const ends = new Map<string, number>()
const started = performance.now()
const counts = { failures: 0, prompts: 0 }
await playSeeds(first, seeds, ({ seed, action, end: how, prompts, wrong, story }) => {
  counts.prompts += prompts
  const end = `${action}: ${how}`
  ends.set(end, (ends.get(end) ?? 0) + 1)
  if (wrong.length === 0) return
  counts.failures += 1
  console.log(`\nseed ${seed}: ${wrong.join('; ')}\n  ${story}`)
})
const lines = [...ends]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([end, count]) => `${`${count}`.padStart(7)} ${end}`)
console.log(lines.join('\n'))
console.log(
  `${seeds} runs, ${counts.prompts} windows of the wallet, ${Math.round((performance.now() - started) / 1000)} s; ${counts.failures} not as agreed`,
)
process.exit(counts.failures === 0 ? 0 : 1)
