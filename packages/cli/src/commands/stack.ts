import { Command } from 'commander'
import type { Output } from '../output.ts'
import { wholeNumber } from '../wholeNumber.ts'

type Options = {
  readonly seed: boolean
  readonly size?: number
  readonly blockTime?: number
  readonly port: number
}

/** `sluice stack`: two chains with the real Seaport, a provider with its Postgres, and a market with trades. */
export const stackCommand = (write: Output): Command =>
  new Command('stack')
    .description('start two local chains, a provider with its own Postgres and a market with trades')
    .option('--no-seed', 'leave the market empty')
    .option(
      '--size <tokens>',
      'tokens of the largest collection; the others have 24 at the most',
      wholeNumber(6, 10_000),
    )
    .option('--block-time <seconds>', 'seconds between blocks', wholeNumber(1, 3600))
    .option(
      '--port <number>',
      'where the provider listens; 0 takes any free port',
      wholeNumber(0, 65_535),
      4700,
    )
    .addHelpText(
      'after',
      '\nPrints one JSON line: URLs, chains, contracts, accounts. Ctrl-C stops all of it.',
    )
    .action(async ({ seed, size, blockTime, port }: Options) => {
      const { recordStack, sampleRates, startStack, untilStopped } = await import('@sluice/devnet')
      const stack = await startStack({
        ports: [8545, 8546, port],
        seed,
        idleBlocks: true,
        releasedConduit: true,
        ratesOf: ({ contracts }) => sampleRates(contracts),
        ...(size === undefined ? {} : { largest: size }),
        ...(blockTime === undefined ? {} : { blockTime }),
        ...(process.env.DATABASE_URL ? { databaseUrl: process.env.DATABASE_URL } : {}),
        progress: (line) => console.error(`· ${line}`),
      })
      write(JSON.stringify(stack.description))
      const forget = recordStack(stack.description)
      await untilStopped(async () => {
        forget()
        await stack.stop()
      })
    })
