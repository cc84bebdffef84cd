import { proveCalls, proveCards, proveMessages } from './proof.ts'

/**
 * Proves the descriptors at length: `npm run clear-signing -- [cases] [seed]`. As many generated plans are held against
 * their review cards as generated calls and orders against our decoder.
 */
const [cases = 100_000, seed = 1] = process.argv.slice(2).map(Number)
const portion = 1_000

let compared = 0
let refused = 0
let texts = 0
for (let done = 0; done < cases; done += portion) {
  const count = Math.min(portion, cases - done)
  const part = proveCards(count, seed + done)
  compared += part.compared
  refused += part.refused
  texts += part.texts
  proveCalls(count / 2, seed + done)
  proveMessages(count / 2, seed + done)
  if ((done + count) % 10_000 === 0) console.log(`${done + count} of ${cases}: no difference`)
}
console.log(`seed ${seed}`)
console.log(
  `${compared} plans with ${texts} calls and messages say what their cards say (${refused} more were refused)`,
)
console.log(`${cases} calls and messages of any content say what our decoder reads`)
