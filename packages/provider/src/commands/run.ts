import type { ChainConfig } from '../chainConfig.ts'
import { type Config, readConfig } from '../config.ts'
import { type DatabasePlace, databasePlaces } from '../databases.ts'
import { type Database, openDatabase } from '../storage/connection/database.ts'
import { startEmbeddedPostgres } from '../storage/connection/startEmbeddedPostgres.ts'
import { createApiKey, listApiKeys, removeApiKey, scopes } from '../storage/service/apiKeys.ts'
import { listWebhooks, removeWebhook, retryWebhook } from '../storage/service/webhooks.ts'
import { addWebhook } from './addWebhook.ts'
import { backup, restore } from './backup.ts'
import { recountChains } from './recountChains.ts'

/** A command was called with wrong arguments; the message says which are expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const usage = `sluice-provider                         serves, with the settings of the environment
sluice-provider migrate                 brings every database to the state that this version needs
sluice-provider backup FILE [CHAIN]     copies a whole database into a file
sluice-provider restore FILE [CHAIN]    replaces a whole database by such a copy
sluice-provider recount [CHAIN]         compares every order with the chain, and corrects differences
sluice-provider keys add NAME [--reads N] [--writes N] [--scope admin]
sluice-provider keys list
sluice-provider keys remove PREFIX
sluice-provider webhooks add CHAIN URL KINDS [CONTRACTS]
sluice-provider webhooks list
sluice-provider webhooks retry CHAIN ID
sluice-provider webhooks remove CHAIN ID

Where chains have databases of their own, CHAIN of backup and restore names one whose database is meant, or home.`

/** What a command works with. A database is opened, and migrated, when it is asked for. */
type Means = {
  readonly say: (line: string) => void
  /** The database of a chain; the home database without one. */
  open(chain?: ChainConfig): Promise<Database>
  /** Opens the database of a chain or of `home`; a name is needed only where there are several. @returns its URL. */
  openNamed(name: string | undefined): Promise<string>
  /** Opens every database. */
  openAll(): Promise<unknown>
}
type Work = (means: Means) => Promise<void>

const findChain = (config: Config, name: string | undefined): ChainConfig | undefined =>
  config.chains.find(({ slug, id }) => slug === name || String(id) === name)

const optionOf = (args: readonly string[], name: string): string | undefined => {
  const at = args.indexOf(`--${name}`)
  return at === -1 ? undefined : args[at + 1]
}
const numberOf = (args: readonly string[], name: string): number | undefined => {
  const value = optionOf(args, name)
  if (value === undefined) return undefined
  if (!/^[0-9]{1,6}$/.test(value)) throw new UsageError(`--${name} must be a whole number.`)
  return Number(value)
}

function keysWork([verb, name, ...rest]: readonly string[]): Work {
  if (verb === 'list')
    return async ({ open, say }) => {
      for (const key of await listApiKeys(await open())) say(JSON.stringify(key))
    }
  if (verb === 'remove' && name !== undefined)
    return async ({ open, say }) =>
      say((await removeApiKey(await open(), name)) ? 'removed' : 'there is no such key')
  if (verb !== 'add' || name === undefined) throw new UsageError(usage)
  const scope = optionOf(rest, 'scope')
  if (scope !== undefined && !scopes.some((known) => known === scope)) throw new UsageError(usage)
  const key = {
    name,
    scopes: scope === undefined ? [] : [scope],
    reads: numberOf(rest, 'reads'),
    writes: numberOf(rest, 'writes'),
  }
  return async ({ open, say }) => say(await createApiKey(await open(), key))
}

function webhooksWork([verb, name, ...rest]: readonly string[], config: Config): Work {
  if (verb === 'list')
    return async ({ open, say }) => {
      for (const chain of config.chains)
        for (const line of await listWebhooks(await open(chain), chain.id)) say(JSON.stringify(line))
    }
  const chain = findChain(config, name)
  const [first, second, third] = rest
  if (chain === undefined || first === undefined) throw new UsageError(usage)
  if (verb === 'remove')
    return async ({ open, say }) =>
      say((await removeWebhook(await open(chain), chain.id, first)) ? 'removed' : 'there is none')
  if (verb === 'retry')
    return async ({ open, say }) =>
      say(`${await retryWebhook(await open(chain), chain.id, first)} events are told again`)
  if (verb !== 'add' || second === undefined) throw new UsageError(usage)
  return async ({ open, say }) => {
    const [kinds, contracts = []] = [second.split(','), third?.split(',')]
    say(JSON.stringify(await addWebhook(await open(chain), chain.id, first, kinds, contracts)))
  }
}

function workOf([command, ...args]: readonly string[], config: Config): Work {
  const [file, name] = args
  // Opening a database, as every command does, migrates it.
  if (command === 'migrate')
    return async ({ openAll, say }) => {
      await openAll()
      say('migrated')
    }
  if ((command === 'backup' || command === 'restore') && file !== undefined)
    return async ({ openNamed }) => (command === 'backup' ? backup : restore)(await openNamed(name), file)
  if (command === 'recount')
    return ({ open, say }) =>
      recountChains(
        config,
        config.chains.filter((chain) => file === undefined || chain === findChain(config, file)),
        open,
        say,
      )
  if (command === 'keys') return keysWork(args)
  if (command === 'webhooks') return webhooksWork(args, config)
  throw new UsageError(usage)
}

/**
 * Runs one command on the databases of the provider and ends. Those of a provider that runs must be reached by their
 * URLs; the embedded one is started for the command, and does not start while a provider uses it.
 * @throws {UsageError} @throws {ConfigError}
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<void> {
  if (args[0] === 'help' || args[0] === '--help') return say(usage)
  const config = readConfig(env)
  const work = workOf(args, config)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres(config.dataDir, 0, { say: console.error })
      : undefined
  const places = databasePlaces(config.chains, config.databaseUrl ?? embedded?.url ?? '')
  const placeOf = (chain: ChainConfig | undefined) =>
    places.find(({ chains }) => chain !== undefined && chains.includes(chain)) ?? places[0]
  const opened = new Map<string, Promise<Database>>()
  const openPlace = ({ url, chains }: DatabasePlace): Promise<Database> => {
    const db =
      opened.get(url) ??
      openDatabase(
        url,
        chains.map(({ id }) => id),
      )
    opened.set(url, db)
    return db
  }
  try {
    await work({
      say,
      open: (chain) => openPlace(placeOf(chain)),
      openAll: () => Promise.all(places.map(openPlace)),
      openNamed: async (name) => {
        const chain = findChain(config, name)
        if ((name ?? 'home') !== 'home' && chain === undefined) throw new UsageError(usage)
        if (name === undefined && places.length > 1)
          throw new UsageError('There are several databases: name a chain whose database is meant, or home.')
        const place = placeOf(chain)
        await openPlace(place)
        return place.url
      },
    })
  } finally {
    for (const db of opened.values()) await (await db.catch(() => undefined))?.close()
    await embedded?.stop()
  }
}
