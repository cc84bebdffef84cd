import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

/** Runs solc in a process of its own: standard JSON in on stdin, out on stdout. */
const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
process.stdout.write(solc.compile(await text(process.stdin)))
