import { recordStack } from '../stack/runningStacks.ts'
import { startStack } from '../stack/stack.ts'
import { exitWithError } from './exitWithError.ts'
import { stackOptions } from './options.ts'
import { untilStopped } from './untilStopped.ts'

/** `npm run stack`: chains and provider alone; one JSON line on stdout, progress on stderr. */
async function main(): Promise<void> {
  const stack = await startStack({
    ...stackOptions(process.argv.slice(2), process.env),
    progress: (line) => console.error(line),
  })
  process.stdout.write(`${JSON.stringify(stack.description)}\n`)
  const forget = recordStack(stack.description)
  await untilStopped(async () => {
    forget()
    await stack.stop()
  })
}

main().catch(exitWithError)
