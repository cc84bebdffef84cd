import { parseArgs } from 'node:util'
import { sampleRates } from '../stack/sampleRates.ts'
import type { StackOptions } from '../stack/stack.ts'

/** Maximum number of tokens of the largest collection. */
const maxTokens = 10_000

/** What `npm start -- --help` and `npm run stack -- --help` print. */
export const stackUsage = `Options (after "--"):
  --size <tokens>         tokens of the largest collection, 6 to ${maxTokens}; the others have at most 24
  --no-seed               leave the market empty
  --books                 run a stand-in for OpenSea's API with orders for the first chain
  --block-time <seconds>  seconds between blocks, 1 to 3600; by default each transaction gets a block
  --port <number>         port of the provider; 0 takes any free port
  --help                  print this

Set DATABASE_URL to use a Postgres 15 or newer instead of the embedded one.`

/**
 * Parses the flags that `npm start` and `npm run stack` share ({@link stackUsage}), and reads DATABASE_URL.
 *
 * @returns `undefined` if `--help` is given.
 * @throws {Error} for an unknown flag or an invalid value.
 */
export function stackOptions(args: readonly string[], env: NodeJS.ProcessEnv): StackOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'no-seed': { type: 'boolean', default: false },
      books: { type: 'boolean', default: false },
      'with-parent': { type: 'boolean', default: false },
      size: { type: 'string' },
      'block-time': { type: 'string' },
      port: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const number = (name: 'size' | 'block-time' | 'port', least: number, most: number) => {
    const text = values[name]
    if (text === undefined) return undefined
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most))
      throw new Error(`--${name} must be a whole number from ${least} to ${most}.`)
    return value
  }
  const largest = number('size', 6, maxTokens)
  const blockTime = number('block-time', 1, 3600)
  return {
    ports: [8545, 8546, number('port', 0, 65_535) ?? 4700],
    seed: !values['no-seed'],
    history: !values['no-seed'],
    idleBlocks: true,
    drop: true,
    enforced: true,
    releasedConduit: true,
    ratesOf: ({ contracts }) => sampleRates(contracts),
    books: values.books,
    ...(largest === undefined ? {} : { largest }),
    ...(blockTime === undefined ? {} : { blockTime }),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
  }
}
