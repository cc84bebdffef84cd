import { recordStack } from '../stack/runningStacks.ts'
import { startStack } from '../stack/stack.ts'
import { exitWithError } from './exitWithError.ts'
import { stackOptions, stackUsage } from './options.ts'
import { untilStopped } from './untilStopped.ts'

/** `npm run stack`: only chains and provider; one JSON line on stdout, progress on stderr. */
async function main(): Promise<void> {
  const options = stackOptions(process.argv.slice(2), process.env)
  if (options === undefined) return console.log(stackUsage)
  const stack = await startStack({
    ...options,
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
