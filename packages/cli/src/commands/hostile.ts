import { attackNamed, attacksFor, type Cast, startHostile, type Tactic, usualCast } from '@sluice/hostile'
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
  readonly cast?: string
  readonly port: number
  readonly list?: boolean
}

const castOf = (file: string | undefined): Cast => ({
  ...usualCast,
  ...(file === undefined ? {} : (readJson(file) as object)),
})

/** `sluice hostile URL`: a lying proxy in front of an honest provider; one JSON line for each lie. */
export const hostileCommand = (write: Output): Command =>
  new Command('hostile')
    .description('stand before an honest provider and lie, by name or by seed, to try a client')
    .argument('[url]', 'base URL of the honest provider')
    .option('--list', 'print the attacks, one a line')
    .option('--attack <name>', "tell this lie wherever it fits; the row's number is enough")
    .option(
      '--seed <number>',
      'lie by chance; the same seed tells the same lies',
      wholeNumber(0, 999_999_999),
      1,
    )
    .option('--share <percent>', 'of a hundred answers, how many are lies', wholeNumber(0, 100), 50)
    .option('--only <path>', 'lie by chance only in answers of routes that begin so', '/')
    .option('--cast <file>', 'JSON of the addresses that the lies are about')
    .option('--port <number>', 'where to listen; any free port by default', wholeNumber(0, 65_535), 0)
    .action(async (url: string | undefined, options: Options) => {
      const cast = castOf(options.cast)
      if (options.list === true) {
        for (const attack of attacksFor(cast)) write(attack.name)
        return
      }
      if (url === undefined) throw new Error('Say which honest provider to stand before, or ask for --list.')
      const tactic: Tactic =
        options.attack === undefined
          ? { kind: 'seed', seed: options.seed, share: options.share, routes: [options.only] }
          : { kind: 'attack', attack: attackNamed(options.attack, cast) }
      const { untilStopped } = await import('@sluice/devnet')
      const hostile = await startHostile({
        target: httpUrl(url),
        port: options.port,
        cast,
        tactic,
        onLie: (lie) => write(JSON.stringify(lie)),
      })
      write(hostile.url)
      await untilStopped(hostile.stop)
    })
