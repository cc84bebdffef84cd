import { runMixedLoad } from './mixedLoad.ts'

/**
 * The mixed load for any time: `npm run load -- [seed] [seconds] [rounds]`. Prints the faults, and at the end every
 * difference from the chain; each round takes the next seed. `LOAD_LOG=warn` prints the provider's log.
 */
const [seed = 1, seconds = 60, rounds = 1] = process.argv.slice(2).map(Number)
let wrong = 0
for (let round = 0; round < rounds; round += 1) {
  const report = await runMixedLoad({
    seed: seed + round,
    seconds,
    say: (line) => console.error(line),
    logLevel: process.env.LOAD_LOG,
  })
  const { different, missing, stored, onChain, twice, faults, ...rest } = report
  const counted = JSON.stringify(stored) === JSON.stringify(onChain)
  console.log(JSON.stringify({ ...rest, faults: faults.length }, null, 2))
  console.log(`statuses that differ from the chain: ${different.length}`)
  for (const line of different.slice(0, 20)) console.log(`  ${line}`)
  console.log(`acknowledged orders that are missing: ${missing.length}`)
  console.log(`facts that stand twice: ${twice}`)
  console.log(`facts on chain ${JSON.stringify(onChain)}, stored ${JSON.stringify(stored)}`)
  wrong += different.length + missing.length + twice + (counted ? 0 : 1)
}
process.exit(wrong === 0 ? 0 : 1)
