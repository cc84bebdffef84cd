import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

/** Runs solc in its own process. Reads standard JSON input from stdin and writes the output to stdout. */
const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
process.stdout.write(solc.compile(await text(process.stdin)))
