import {
  type AttackContext,
  attackNamed,
  attacksFor,
  defaultContext,
  startHostileProxy,
  type Tactic,
} from '@sluice/hostile'
import { Command } from 'commander'
import { httpUrl } from '../httpUrl.ts'
import type { Output } from '../output.ts'
import { readJson } from '../readInput.ts'
import { wholeNumber } from '../wholeNumber.ts'

type Options = {
  readonly attack?: string
  readonly seed: number
  readonly share: number
  readonly only: string
  readonly context?: string
  readonly port: number
  readonly list?: boolean
}

const contextOf = (file: string | undefined): AttackContext => ({
  ...defaultContext,
  ...(file === undefined ? {} : (readJson(file) as object)),
})

/** `sluice hostile URL`: a lying proxy in front of an honest provider; one JSON line for each lie. */
export const hostileCommand = (write: Output): Command =>
  new Command('hostile')
    .description('run a lying proxy in front of an honest provider, by attack or by seed, to test a client')
    .argument('[url]', 'base URL of the honest provider')
    .option('--list', 'print the attacks, one per line')
    .option('--attack <name>', 'use this attack wherever it fits; its id is enough')
    .option(
      '--seed <number>',
      'lie at random; the same seed tells the same lies',
      wholeNumber(0, 999_999_999),
      1,
    )
    .option('--share <percent>', 'the percentage of responses that are lies', wholeNumber(0, 100), 50)
    .option('--only <path>', 'lie at random only in responses of routes that start with this', '/')
    .option('--context <file>', 'JSON of the accounts and contracts that the attacks use')
    .option('--port <number>', 'the port to listen on; any free one by default', wholeNumber(0, 65_535), 0)
    .action(async (url: string | undefined, options: Options) => {
      const context = contextOf(options.context)
      if (options.list === true) {
        for (const attack of attacksFor(context)) write(attack.name)
        return
      }
      if (url === undefined)
        throw new Error('Name the honest provider to put the proxy in front of, or use --list.')
      const tactic: Tactic =
        options.attack === undefined
          ? { kind: 'seed', seed: options.seed, share: options.share, routes: [options.only] }
          : { kind: 'attack', attack: attackNamed(options.attack, context) }
      const { untilStopped } = await import('@sluice/devnet')
      const hostile = await startHostileProxy({
        target: httpUrl(url),
        port: options.port,
        context,
        tactic,
        onLie: (lie) => write(JSON.stringify(lie)),
      })
      write(hostile.url)
      await untilStopped(hostile.stop)
    })
