import { recordStack } from '../stack/runningStacks.ts'
import { startStack } from '../stack/stack.ts'
import { exitWithError } from './exitWithError.ts'
import { stackOptions, stackUsage } from './options.ts'
import { untilStopped } from './untilStopped.ts'

/** `npm run stack`: starts the chains and the provider. Prints one line of JSON to stdout and progress to stderr. */
async function main(): Promise<void> {
  const options = stackOptions(process.argv.slice(2), process.env)
  if (options === undefined) return console.log(stackUsage)
  const stack = await startStack({
    ...options,
    progress: (line) => console.error(line),
  })
  process.stdout.write(`${JSON.stringify(stack.description)}\n`)
  const removeRecord = recordStack(stack.description)
  await untilStopped(async () => {
    removeRecord()
    await stack.stop()
  })
}

main().catch(exitWithError)
