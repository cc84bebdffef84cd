import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { usualCast } from './cast.ts'
import { attackNamed, attacksFor, startHostile, type Tactic } from './proxy.ts'

const usage = `A provider that lies. It stands in front of an honest one.

  --target URL    base URL of the honest provider
  --attack NAME   tell this lie wherever it fits (see --list; the row's number is enough)
  --seed N        tell lies by chance; the same seed tells the same lies
  --share N       of a hundred answers, how many are lies (with --seed; 50)
  --only PATH     lie only in answers of routes that begin so (with --seed)
  --cast FILE     JSON of the addresses that the lies are about (account, nft, weth …)
  --port N        where to listen; any free port by default
  --list          print the attacks, one a line

Prints its own base URL, then one JSON line for each lie: what was asked, and what was changed from what.`

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    attack: { type: 'string' },
    seed: { type: 'string' },
    share: { type: 'string' },
    only: { type: 'string' },
    cast: { type: 'string' },
    port: { type: 'string' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

const number = (name: 'seed' | 'share' | 'port', usual: number): number => {
  const given = values[name]
  if (given === undefined) return usual
  if (/^[0-9]{1,9}$/.test(given)) return Number(given)
  throw new RangeError(`--${name} is a whole number.`)
}

const cast = {
  ...usualCast,
  ...(values.cast === undefined ? {} : (JSON.parse(readFileSync(values.cast, 'utf8')) as object)),
}

if (values.list === true) for (const attack of attacksFor(cast)) console.log(attack.name)
else if (values.target === undefined || values.help === true) console.log(usage)
else {
  const tactic: Tactic =
    values.attack === undefined
      ? {
          kind: 'seed',
          seed: number('seed', 1),
          share: number('share', 50),
          routes: [values.only ?? '/'],
        }
      : { kind: 'attack', attack: attackNamed(values.attack, cast) }
  const hostile = await startHostile({
    target: values.target,
    port: number('port', 0),
    cast,
    tactic,
    onLie: (lie) => console.log(JSON.stringify(lie)),
  })
  console.log(hostile.url)
}
