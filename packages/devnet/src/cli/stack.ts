import { startStack } from '../stack.ts'
import { untilStopped } from './untilStopped.ts'

/** `npm run stack`: chains and provider alone; one JSON line on stdout, progress on stderr. */
const flags = new Set(process.argv.slice(2))
const stack = await startStack({
  ports: [8545, 8546, 4700],
  seed: !flags.has('--no-seed'),
  ...(process.env.DATABASE_URL ? { databaseUrl: process.env.DATABASE_URL } : {}),
  progress: (line) => console.error(line),
})
process.stdout.write(`${JSON.stringify(stack.description)}\n`)
await untilStopped(stack.stop)
