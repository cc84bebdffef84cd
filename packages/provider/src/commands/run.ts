import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../storage/connection/database.ts'
import { startEmbeddedPostgres } from '../storage/connection/embedded.ts'
import { createApiKey, listApiKeys, removeApiKey, scopes } from '../storage/service/apiKeys.ts'
import { listWebhooks, removeWebhook, retryWebhook } from '../storage/service/webhooks.ts'
import { backup, restore } from './backup.ts'
import { recountChains } from './recount.ts'
import { addWebhook } from './webhooks.ts'

/** A command that was called in a way it does not know; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const usage = `sluice-provider                         serves, with the settings of the environment
sluice-provider migrate                 brings the database to the state that this version needs
sluice-provider backup FILE             copies the whole database into a file
sluice-provider restore FILE            replaces the whole database by such a copy
sluice-provider recount [CHAIN]         compares every order with the chain, and corrects differences
sluice-provider keys add NAME [--reads N] [--writes N] [--scope admin]
sluice-provider keys list
sluice-provider keys remove PREFIX
sluice-provider webhooks add CHAIN URL KINDS [CONTRACTS]
sluice-provider webhooks list
sluice-provider webhooks retry CHAIN ID
sluice-provider webhooks remove CHAIN ID`

type Say = (line: string) => void
type Work = (db: Database, url: string, say: Say) => Promise<void>

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
    return async (db, _, say) => {
      for (const key of await listApiKeys(db)) say(JSON.stringify(key))
    }
  if (verb === 'remove' && name !== undefined)
    return async (db, _, say) => say((await removeApiKey(db, name)) ? 'removed' : 'there is no such key')
  if (verb !== 'add' || name === undefined) throw new UsageError(usage)
  const scope = optionOf(rest, 'scope')
  if (scope !== undefined && !scopes.some((known) => known === scope)) throw new UsageError(usage)
  const key = {
    name,
    scopes: scope === undefined ? [] : [scope],
    reads: numberOf(rest, 'reads'),
    writes: numberOf(rest, 'writes'),
  }
  return async (db, _, say) => say(await createApiKey(db, key))
}

function webhooksWork([verb, chain, ...rest]: readonly string[], config: Config): Work {
  if (verb === 'list')
    return async (db, _, say) => {
      for (const { id } of config.chains)
        for (const line of await listWebhooks(db, id)) say(JSON.stringify(line))
    }
  const chainId = config.chains.find(({ slug, id }) => slug === chain || String(id) === chain)?.id
  const [first, second, third] = rest
  if (chainId === undefined || first === undefined) throw new UsageError(usage)
  if (verb === 'remove')
    return async (db, _, say) => say((await removeWebhook(db, chainId, first)) ? 'removed' : 'there is none')
  if (verb === 'retry')
    return async (db, _, say) => say(`${await retryWebhook(db, chainId, first)} events are told again`)
  if (verb !== 'add' || second === undefined) throw new UsageError(usage)
  return async (db, _, say) =>
    say(JSON.stringify(await addWebhook(db, chainId, first, second.split(','), third?.split(',') ?? [])))
}

function workOf([command, ...args]: readonly string[], config: Config): Work {
  const [file] = args
  // Opening the database, as every command does, migrates it.
  if (command === 'migrate') return async (_db, _url, say) => say('migrated')
  if (command === 'backup' && file !== undefined) return (_, url) => backup(url, file)
  if (command === 'restore' && file !== undefined) return (_, url) => restore(url, file)
  if (command === 'recount') return (db, _, say) => recountChains(config, db, file, say)
  if (command === 'keys') return keysWork(args)
  if (command === 'webhooks') return webhooksWork(args, config)
  throw new UsageError(usage)
}

/**
 * Does one thing with the provider's database and ends. The database of a provider that runs must be reached by
 * DATABASE_URL; the embedded one is started for the command, and refuses while a provider holds it.
 * @throws {UsageError} @throws {ConfigError}
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  say: Say,
): Promise<void> {
  if (args[0] === 'help' || args[0] === '--help') return say(usage)
  const config = readConfig(env)
  const work = workOf(args, config)
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir) : undefined
  const url = config.databaseUrl ?? embedded?.url ?? ''
  try {
    const db = await openDatabase(
      url,
      config.chains.map(({ id }) => id),
    )
    try {
      await work(db, url, say)
    } finally {
      await db.close()
    }
  } finally {
    await embedded?.stop()
  }
}
