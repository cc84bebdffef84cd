import { parseArgs } from 'node:util'
import { sampleRates } from '../stack/sampleRates.ts'
import type { StackOptions } from '../stack/stack.ts'

/** The most tokens that the largest collection may have. */
const mostTokens = 10_000

/** What `npm start -- --help` and `npm run stack -- --help` print. */
export const stackUsage = `Options (after "--"):
  --size <tokens>         tokens of the largest collection, 6 to ${mostTokens}; the others have 24 at the most
  --no-seed               leave the market empty
  --books                 add orders of another book: a stand-in for OpenSea's service beside the first chain
  --block-time <seconds>  seconds between blocks, 1 to 3600; a block per transaction when absent
  --port <number>         where the provider listens; 0 takes any free port
  --help                  print this

DATABASE_URL names a Postgres 15 or newer to use in place of the embedded one.`

/**
 * Reads the flags that `npm start` and `npm run stack` share, as {@link stackUsage} lists them, and DATABASE_URL.
 * @returns `undefined` if help is asked for.
 * @throws with one sentence for an unknown flag or an invalid value.
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
  const largest = number('size', 6, mostTokens)
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
