import { parseArgs } from 'node:util'
import type { StackOptions } from '../stack/stack.ts'

/**
 * The flags that `npm start` and `npm run stack` share: `--no-seed`, `--size <tokens of a collection>`,
 * `--block-time <seconds>`, `--port <of the provider>`; and DATABASE_URL. What is not known is refused.
 */
export function stackOptions(args: readonly string[], env: NodeJS.ProcessEnv): StackOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'no-seed': { type: 'boolean', default: false },
      'with-parent': { type: 'boolean', default: false },
      size: { type: 'string' },
      'block-time': { type: 'string' },
      port: { type: 'string' },
    },
  })
  const number = (name: 'size' | 'block-time' | 'port', least: number, most: number) => {
    const text = values[name]
    if (text === undefined) return undefined
    const value = Number(text)
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`--${name} must be a whole number from ${least} to ${most}.`)
    return value
  }
  const size = number('size', 6, 600)
  const blockTime = number('block-time', 1, 3600)
  return {
    ports: [8545, 8546, number('port', 0, 65_535) ?? 4700],
    seed: !values['no-seed'],
    history: !values['no-seed'],
    idleBlocks: true,
    ...(size === undefined ? {} : { size }),
    ...(blockTime === undefined ? {} : { blockTime }),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
  }
}
