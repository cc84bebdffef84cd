import { createRequire } from 'node:module'

/** Runs solc in a process of its own: standard JSON in on stdin, out on stdout. */
const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
process.stdout.write(solc.compile(Buffer.concat(chunks).toString()))
