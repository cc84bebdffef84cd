import { openStage } from '../../../hostile/test/counterparties/stage.ts'
import { playMandate } from '../../../hostile/test/mandates/randomActions.ts'
import { fiveMandates, playInjections } from './injections.ts'

/**
 * Mandates on a real chain: `npm run mandates -- [first seed] [seeds] [injections]`. Random actions, failures and restarts
 * under as many random mandates; then an agent that obeys as many injected instructions under each of five. Strangers take
 * every order that was signed. Exits with 1 if anything went beyond a mandate.
 */
const [first = 1, seeds = 100, injections = 1_000] = process.argv.slice(2).map(Number)
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
console.log([...ends].map(([end, count]) => `${`${count}`.padStart(7)} ${end}`).join('\n'))
for (const [index, terms] of fiveMandates(stage).entries()) {
  const { mandate, obeyed, done, wrong } = await stage.undone(() =>
    playInjections(stage, terms, first + index, injections),
  )
  console.log(
    `${mandate}: ${obeyed} instructions obeyed, ${done} trades done within it; ${wrong.join('; ') || '0 wei over'}`,
  )
  if (wrong.length > 0) failures += 1
}
await stage.stop()
console.log(`${seeds} random mandates and 5 under ${injections} instructions each: ${failures} exceeded`)
process.exit(failures === 0 ? 0 : 1)
