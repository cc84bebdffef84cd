import { startMarket } from '../market.ts'
import { startStack } from '../stack.ts'
import { untilStopped } from './untilStopped.ts'

/** `npm start`: the local stack, a living market on it, and the app to trade in. */
const progress = (line: string) => console.error(`· ${line}`)
const stack = await startStack({
  ports: [8545, 8546, 4700],
  ...(process.env.DATABASE_URL ? { databaseUrl: process.env.DATABASE_URL } : {}),
  progress,
})
const market = await startMarket(stack.description, 4600, progress)
const chains = stack.chains
  .map((chain) => `${chain.name} (chain ${chain.id}) at ${chain.rpcUrl}`)
  .join('\n              ')
console.log(`
  The market is open:  ${market.url}

    provider  ${stack.provider.url}
    chains    ${chains}

  What to do first
    1. Open ${market.url} and click "Connect wallet".
    2. Take the development wallet of Ada: it is funded, and needs no extension.
    3. Open a token with a price and click "Buy now". Then list it again from its page.

  Ctrl-C stops everything.
`)
await untilStopped(async () => {
  await market.stop()
  await stack.stop()
})
