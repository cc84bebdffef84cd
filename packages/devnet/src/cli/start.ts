import { keepRunning } from '../stack/keepRunning.ts'
import { buildMarket, startMarket } from '../stack/market.ts'
import { recordStack } from '../stack/runningStacks.ts'
import { startStack } from '../stack/stack.ts'
import { exitWithError } from './exitWithError.ts'
import { stackOptions, stackUsage } from './options.ts'
import { untilStopped } from './untilStopped.ts'

/** `npm start`: starts the local stack with a seeded market, and serves the market app. */
async function main(): Promise<void> {
  const options = stackOptions(process.argv.slice(2), process.env)
  if (options === undefined) return console.log(stackUsage)
  const progress = (line: string) => console.error(`· ${line}`)
  const built = buildMarket(progress)
  // The build is awaited once the stack runs. Until then a rejection must not end the process without a message.
  built.catch(() => {})
  const stack = await startStack({ ...options, progress })
  const market = await startMarket(stack.description, 4600, progress, built).catch(async (cause: unknown) => {
    await stack.stop()
    throw cause
  })
  const removeRecord = recordStack(stack.description)
  const chains = stack.chains
    .map((chain) => `${chain.name} (chain ${chain.id}) at ${chain.rpcUrl}`)
    .join('\n              ')
  console.log(`
  The market is open:  ${market.url}

    provider  ${stack.provider.url}
    chains    ${chains}

  What to do first
    1. Open ${market.url} and click "Connect wallet".
    2. Choose Ada's development wallet: it is funded and needs no extension.
    3. Open a token with a price and click "Buy now". Then list it again from its page.

  Ctrl-C stops everything.
`)
  const stopRestarting = keepRunning(stack.provider, progress)
  await untilStopped(async () => {
    removeRecord()
    stopRestarting()
    await market.stop()
    await stack.stop()
  })
}

main().catch(exitWithError)
