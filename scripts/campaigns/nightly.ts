import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { runAll, type Task } from '../tasks.ts'

/**
 * `npm run nightly [-- name…] [seed]`: the commands that search for what no test knows yet, one after another, each for
 * some minutes. A command that no test runs would break unnoticed. Each night draws another seed, as the same cases would
 * find the same; the output says which, and with that number the same night runs again.
 */
const root = resolve(import.meta.dirname, '../..')
/** The command of npm, and what it is given for a seed. */
const campaigns: Readonly<Record<string, (seed: string) => readonly string[]>> = {
  model: (seed) => [seed, '20'],
  scoreboard: () => [],
  campaign: (seed) => ['--from', seed, '--seeds', '200'],
  counterparties: (seed) => [seed, '100'],
  trade: (seed) => [seed, '10'],
  mandates: (seed) => [seed],
  faults: () => [],
  simulate: (seed) => [seed, '100'],
  load: (seed) => [seed, '60', '2'],
  attack: () => ['60'],
  firewall: (seed) => ['--seed', seed],
  'clear-signing': (seed) => ['5000', seed],
  bench: () => [],
}

const asked = process.argv.slice(2)
const isNumber = (word: string): boolean => /^\d+$/.test(word)
const seed = asked.find(isNumber) ?? `${randomInt(1, 2_000_000_000)}`
const names = asked.filter((word) => !isNumber(word))
const unknown = names.find((name) => campaigns[name] === undefined)
if (unknown !== undefined) {
  console.error(`There is no campaign ${unknown}; there are: ${Object.keys(campaigns).join(', ')}.`)
  process.exit(1)
}
console.log(`seed ${seed}`)
const tasks = Object.entries(campaigns)
  .filter(([name]) => names.length === 0 || names.includes(name))
  .map(([name, args]): Task => ({ name, command: ['npm', 'run', '--silent', name, '--', ...args(seed)] }))
const { passed, failures } = await runAll(tasks, root, 1)
console.log(
  `${passed} passed, ${failures.length} failed${failures.length > 0 ? `: ${failures.join(', ')}` : ''}`,
)
process.exitCode = failures.length === 0 ? 0 : 1
