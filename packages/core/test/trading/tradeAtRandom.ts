import { openFloor } from './floor.ts'
import { seededRandom } from './seededRandom.ts'
import { act } from './trader.ts'

/**
 * Honest trades at random on a real stack, for as long as wished: `npm run trade -- [first seed] [seeds] [actions of a
 * seed]`. Says what went wrong, and how often each kind of action was done. No test of the suite: orders end by the
 * clock, so that a seed draws the same market only on machines of the same speed. What it finds gets a test of its own.
 */
const [first = 1, seeds = 1, actions = 40] = process.argv.slice(2).map(Number)
const floor = await openFloor()
const tally = new Map<string, number>()
const started = Date.now()
let failures = 0
try {
  for (let seed = first; seed < first + seeds; seed += 1) {
    const random = seededRandom(seed)
    for (let done = 0; done < actions; done += 1) {
      const told = await act(floor, random).catch((cause) => ({
        kind: 'threw',
        end: String(cause?.stack ?? cause),
        wrong: [String(cause)],
        what: '',
      }))
      if (told === undefined) continue
      const line = `${told.kind} -> ${told.end.slice(0, 90)}`
      tally.set(line, (tally.get(line) ?? 0) + 1)
      if (told.wrong.length > 0) {
        failures += 1
        console.log(
          `\nseed ${seed} action ${done}: ${told.kind} -> ${told.end}\n  ${told.what}\n  ${told.wrong.slice(0, 8).join('\n  ')}`,
        )
      }
    }
    console.log(
      `seed ${seed} after ${Math.round((Date.now() - started) / 1000)} s, ${failures} wrong, ${floor.book.size} orders`,
    )
  }
} finally {
  console.log(
    [...tally]
      .sort()
      .map(([line, count]) => `${count}\t${line}`)
      .join('\n'),
  )
  await floor.stop()
}
process.exit(failures === 0 ? 0 : 1)
