import { openStage } from '../counterparties/stage.ts'
import { playMandate } from './randomActions.ts'

/**
 * Mandates on a real chain: `npm run mandates -- [first seed] [seeds]`. Random actions, failures and restarts under random
 * mandates, after which strangers take every order that was signed. Exits with 1 if anything went beyond a mandate.
 */
const [first = 1, seeds = 100] = process.argv.slice(2).map(Number)
const stage = await openStage()
const ends = new Map<string, number>()
let failures = 0
for (let seed = first; seed < first + seeds; seed += 1) {
  const result = await stage.undone(() => playMandate(stage, seed, 8))
  for (const end of result.ends) ends.set(end, (ends.get(end) ?? 0) + 1)
  if (result.wrong.length === 0) continue
  failures += 1
  console.log(`\nseed ${seed}: ${result.wrong.join('; ')}\n  ${result.story}`)
}
await stage.stop()
console.log([...ends].map(([end, count]) => `${`${count}`.padStart(7)} ${end}`).join('\n'))
console.log(`${seeds} mandates, ${failures} exceeded`)
process.exit(failures === 0 ? 0 : 1)
