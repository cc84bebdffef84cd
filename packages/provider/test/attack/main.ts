import { setup } from '../support/sharedPostgres.ts'
import { runAttack } from './run.ts'

/** `npm run attack [seconds]`: how an honest trader fares beside strangers who mean harm. */
const seconds = Number(process.argv[2] ?? 20)
const stop = process.env.DATABASE_URL === undefined ? await setup() : undefined
try {
  const { quiet, attacked, memory, sent } = await runAttack({ milliseconds: seconds * 1000, requests: 700 })
  const ratio = attacked.p99 / quiet.p99
  console.log(
    `quiet     ${quiet.requests} requests, ${quiet.failures.length} failed, p99 ${quiet.p99.toFixed(0)} ms`,
  )
  console.log(
    `attacked  ${attacked.requests} requests, ${attacked.failures.length} failed, p99 ${attacked.p99.toFixed(0)} ms, ${ratio.toFixed(1)} times as long (at most 3 wanted)`,
  )
  console.log('          attackers run at the lowest priority: in the world they bring machines of their own')
  console.log(`memory    ${memory.toFixed(0)} MB at the most (below 500 wanted)`)
  console.log(
    `sent      ${Object.entries(sent)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  )
  for (const failure of [...quiet.failures, ...attacked.failures].slice(0, 10))
    console.log(`failed    ${failure}`)
  process.exitCode = attacked.failures.length + quiet.failures.length === 0 && memory < 500 ? 0 : 1
} finally {
  await stop?.()
}
