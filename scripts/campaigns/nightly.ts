import { resolve } from 'node:path'
import { runAll, type Task } from '../tasks.ts'

/**
 * `npm run nightly [-- name…]`: the commands that search for what no test knows yet, one after another, each for some
 * minutes. A command that no test runs would break unnoticed.
 */
const root = resolve(import.meta.dirname, '../..')
/** The command of npm, and what it is given. */
const campaigns: Readonly<Record<string, readonly string[]>> = {
  model: ['1', '20'],
  scoreboard: [],
  counterparties: ['1', '100'],
  trade: ['1', '10'],
  mandates: [],
  faults: [],
  simulate: ['1', '100'],
  load: ['1', '60', '2'],
  firewall: [],
  'clear-signing': ['5000'],
  bench: [],
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => campaigns[name] === undefined)
if (unknown !== undefined) {
  console.error(`There is no campaign ${unknown}; there are: ${Object.keys(campaigns).join(', ')}.`)
  process.exit(1)
}
const tasks = Object.entries(campaigns)
  .filter(([name]) => asked.length === 0 || asked.includes(name))
  .map(([name, args]): Task => ({ name, command: ['npm', 'run', '--silent', name, '--', ...args] }))
const { passed, failures } = await runAll(tasks, root, 1)
console.log(
  `${passed} passed, ${failures.length} failed${failures.length > 0 ? `: ${failures.join(', ')}` : ''}`,
)
process.exitCode = failures.length === 0 ? 0 : 1
