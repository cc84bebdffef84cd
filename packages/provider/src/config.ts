import { transferHelperAddress } from '@sluice/seaport'
import { address, bytes32, ParseError, parse } from '@sluice/wire'
import * as v from 'valibot'

const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and dashes'),
)
const url = (protocols: RegExp) => v.pipe(v.string(), v.regex(protocols, 'must be a URL'))

/** Another house's order book that orders may be sent to. */
const orderBook = v.strictObject(
  {
    /** What requests name it by. */
    name: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, 'must be lower-case letters, digits and dashes')),
      'opensea',
    ),
    type: v.literal('opensea', 'must be opensea'),
    url: v.optional(url(/^https?:\/\//), 'https://api.opensea.io'),
    /** The book's own name of the chain. */
    chain: v.pipe(
      v.string(),
      v.regex(/^[a-z0-9_]{1,64}$/, 'must be lower-case letters, digits and underscores'),
    ),
    perSecond: v.optional(
      v.pipe(v.number(), v.gtValue(0, 'must be above zero'), v.maxValue(100, 'must be at most 100')),
      2,
    ),
    /** What it takes of each sale; an order that does not pay it is not made. */
    fee: v.optional(
      v.object({
        recipient: address,
        bps: v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0, 'must be at least 0'),
          v.maxValue(1000, 'must be at most 1000'),
        ),
      }),
    ),
  },
  'is not known here',
)

const chain = v.strictObject(
  {
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** Base path of the chain: `http://host:port/<slug>`. */
    slug,
    name: v.string(),
    /** Asked in order; the next one takes over when one fails. */
    rpcUrls: v.pipe(v.array(url(/^https?:\/\//)), v.minLength(1, 'must name a node')),
    /** Announce new blocks, each for itself; polled every second when there is none. */
    wsUrls: v.optional(v.array(url(/^wss?:\/\//)), []),
    nativeSymbol: v.optional(v.string(), 'ETH'),
    wrappedNative: address,
    usdc: v.optional(address),
    conduitKey: bytes32,
    conduit: address,
    seaport: v.optional(address, '0x0000000000000068f116a894984e2db1123eb395'),
    /** Seaport 1.5, where orders of it are read and filled as well. */
    seaport15: v.optional(address),
    /** A zone of ours whose orders are cancelled without gas; its signer is `SLUICE_ZONE_KEY`. */
    zone: v.optional(address),
    multicall3: v.optional(address, '0xca11bde05977b3631167028862be2a173976ca11'),
    /** Manifold's RoyaltyEngineV1, which knows the overrides of the royalty registry. */
    royaltyEngine: v.optional(address),
    /** Moves several tokens at once, where the conduit lets it. */
    transferHelper: v.optional(address, transferHelperAddress),
    /** Orders are sent nowhere else unless it is named here. Their key is `SLUICE_OPENSEA_KEY`. */
    orderBooks: v.optional(v.array(orderBook)),
    /** Dollars for one whole coin, by address; the zero address is the native coin. */
    usdPrices: v.optional(
      v.record(address, v.pipe(v.number('must be a number'), v.gtValue(0, 'must be above zero'))),
    ),
    /** Answers `{"0x…": 2500.12}`, asked at most once a minute; nobody is asked when there is none. */
    usdPriceUrl: v.optional(url(/^https?:\/\//)),
    /** Collections that are watched from `startBlock` on. */
    collections: v.optional(v.array(address), []),
    startBlock: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  },
  'is not known here',
)

/** One chain that the provider serves. */
export type ChainConfig = v.InferOutput<typeof chain>

/** What a process does: answer clients, follow the chains, or both. */
const roles = ['all', 'api', 'indexer'] as const
export type Role = (typeof roles)[number]

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type Config = {
  readonly role: Role
  readonly host: string
  readonly port: number
  /** Folder of the embedded Postgres. */
  readonly dataDir: string
  /** An external Postgres 15 or newer; the embedded one when absent. */
  readonly databaseUrl: string | undefined
  /** A replica of it, which lists are read from while it is level. */
  readonly readDatabaseUrl?: string | undefined
  /** Carries word of events between processes instead of LISTEN/NOTIFY. */
  readonly natsUrl: string | undefined
  readonly limits: Limits
  readonly quotas?: OrderQuotas | undefined
  /** Collections of one chain that are followed at once, beside those that its settings name. */
  readonly mostCollections?: number | undefined
  /** Port that answers Prometheus; none when absent. */
  readonly metricsPort: number | undefined
  /** Where that port listens; this machine alone when absent. */
  readonly metricsHost?: string | undefined
  readonly chains: readonly ChainConfig[]
  readonly logLevel: (typeof levels)[number]
  /** Private key that vouches for fills in the chains' zones. */
  readonly zoneKey?: `0x${string}` | undefined
  /** The house's key at OpenSea, for posts that bring none. */
  readonly openSeaKey?: string | undefined
  /** Where documents of IPFS and Arweave are had. */
  readonly gateways?: Gateways | undefined
  /** Origin under which clients reach the provider; links to pictures begin with it. */
  readonly publicUrl?: string | undefined
}

/** What one caller may do; 0 sets no limit. This machine itself is not counted, unless proxies are trusted. */
export type Limits = {
  /** Requests a second of one neighborhood (/24, /56) without a key. */
  readonly reads: number
  readonly writes: number
  /** Orders a minute of one neighborhood or key. */
  readonly orders: number
  /** Connections of one neighborhood at once; without meaning behind proxies, which share theirs. */
  readonly connections: number
  /** Streams of events of one neighborhood or key at once. */
  readonly streams: number
  /** Proxies before the provider, each of which adds to `X-Forwarded-For`. */
  readonly proxies: number
}
/** Rows that one maker may leave in the book; 0 sets no limit. */
export type OrderQuotas = {
  /** Open orders of one maker, and of one maker in one collection. */
  readonly perMaker: number
  readonly perCollection: number
  /** Hours after which listings of tokens that their makers never held are forgotten. */
  readonly unheldHours: number
}
export const defaultQuotas: OrderQuotas = { perMaker: 20_000, perCollection: 10_000, unheldHours: 72 }
/** Collections of one chain that are followed at once. */
export const defaultCollections = 1000
export const defaultLimits: Limits = {
  reads: 20,
  writes: 5,
  orders: 2000,
  connections: 256,
  streams: 100,
  proxies: 0,
}

export type Gateways = { readonly ipfsGateways: readonly string[]; readonly arweaveGateway: string }
export const defaultGateways: Gateways = {
  ipfsGateways: ['https://ipfs.io', 'https://dweb.link'],
  arweaveGateway: 'https://arweave.net',
}

/** A setting that names what is not there, or is in use; the message names the variable. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

function chainsFrom(text: string | undefined): readonly ChainConfig[] {
  if (text === undefined)
    throw new ConfigError('SLUICE_CHAINS is missing: a JSON list of the chains to serve.')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new ConfigError('SLUICE_CHAINS is not JSON.', { cause })
  }
  try {
    const chains = parse(v.pipe(v.array(chain), v.minLength(1, 'must name a chain')), json, 'SLUICE_CHAINS')
    for (const key of ['id', 'slug'] as const)
      if (new Set(chains.map((one) => one[key])).size !== chains.length)
        throw new ConfigError(`SLUICE_CHAINS names two chains with the same ${key}.`)
    return chains
  } catch (cause) {
    if (cause instanceof ParseError) throw new ConfigError(cause.message, { cause })
    throw cause
  }
}

/** URLs of a setting, separated by commas. */
function urlsFrom(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  const urls = text.split(',').map((one) => one.trim())
  if (!urls.every((one) => /^https?:\/\//.test(one) && URL.canParse(one)))
    throw new ConfigError(`${name} must hold URLs that begin with http:// or https://.`)
  return urls
}

/** The key that chains with a zone need; it is never echoed. */
function zoneKeyFrom(text: string | undefined, chains: readonly ChainConfig[]): `0x${string}` | undefined {
  const zoned = chains.find(({ zone }) => zone !== undefined)
  if (text === undefined || text === '') {
    if (zoned === undefined) return undefined
    throw new ConfigError(`SLUICE_ZONE_KEY is missing: ${zoned.slug} has a zone, whose fills it vouches for.`)
  }
  if (!/^0x[0-9a-fA-F]{64}$/.test(text))
    throw new ConfigError('SLUICE_ZONE_KEY must be 0x and 64 hex digits.')
  return text as `0x${string}`
}

/** Every variable that is read; the package's README says what each means. */
export const settings = [
  'SLUICE_CHAINS',
  'SLUICE_ROLE',
  'SLUICE_HOST',
  'SLUICE_PORT',
  'SLUICE_DATA_DIR',
  'SLUICE_LOG_LEVEL',
  'SLUICE_NATS_URL',
  'SLUICE_READS_PER_SECOND',
  'SLUICE_WRITES_PER_SECOND',
  'SLUICE_ORDERS_PER_MINUTE',
  'SLUICE_CONNECTIONS',
  'SLUICE_STREAMS',
  'SLUICE_TRUST_PROXY',
  'SLUICE_ORDERS_PER_MAKER',
  'SLUICE_ORDERS_PER_COLLECTION',
  'SLUICE_UNHELD_HOURS',
  'SLUICE_COLLECTIONS',
  'SLUICE_METRICS_PORT',
  'SLUICE_METRICS_HOST',
  'SLUICE_ZONE_KEY',
  'SLUICE_OPENSEA_KEY',
  'SLUICE_IPFS_GATEWAYS',
  'SLUICE_ARWEAVE_GATEWAY',
  'SLUICE_PUBLIC_URL',
  'DATABASE_URL',
  'READ_DATABASE_URL',
] as const

/** Every field of a chain in SLUICE_CHAINS. */
export const chainFields: readonly string[] = Object.keys(chain.entries)

type Env = Readonly<Record<string, string | undefined>>

function choiceOf<const T extends string>(env: Env, name: string, allowed: readonly T[], otherwise: T): T {
  const found = allowed.find((one) => one === (env[name] ?? otherwise))
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`)
  return found
}

/** An empty variable is an absent one: compose files and shells cannot leave one out. */
function urlOf(env: Env, name: string, form: RegExp, words: string): string | undefined {
  const value = env[name]
  if (value === undefined || value === '') return undefined
  if (!form.test(value) || !URL.canParse(value)) throw new ConfigError(`${name} must begin with ${words}.`)
  return value
}

function numberOf(env: Env, name: string, max: number, otherwise: number): number {
  const value = env[name]
  const number = value === undefined || value === '' ? otherwise : Number(value)
  if (!Number.isInteger(number) || number < 0 || number > max)
    throw new ConfigError(`${name} must be a whole number from 0 to ${max}.`)
  return number
}

/** Proxies that are trusted: `yes` is one. */
function proxiesOf(env: Env): number {
  const value = env.SLUICE_TRUST_PROXY ?? 'no'
  const count = value === 'yes' ? '1' : value === 'no' || value === '' ? '0' : value
  if (!/^(?:[0-9]|10)$/.test(count))
    throw new ConfigError('SLUICE_TRUST_PROXY must be yes, no, or a number of proxies from 0 to 10.')
  return Number(count)
}

/**
 * Reads the {@link settings} from the environment. An unknown SLUICE_ variable is refused, so that a typing error is
 * not silent.
 * @throws {ConfigError} that names the variable.
 */
export function readConfig(env: Env): Config {
  const unknown = Object.keys(env).find(
    (name) => name.startsWith('SLUICE_') && !settings.some((known) => known === name),
  )
  if (unknown !== undefined) throw new ConfigError(`${unknown} is not a setting of the provider.`)
  const postgres = /^postgres(?:ql)?:\/\//
  const chains = chainsFrom(env.SLUICE_CHAINS)
  const config: Config = {
    role: choiceOf(env, 'SLUICE_ROLE', roles, 'all'),
    host: env.SLUICE_HOST ?? '127.0.0.1',
    port: numberOf(env, 'SLUICE_PORT', 65_535, 4700),
    dataDir: env.SLUICE_DATA_DIR ?? '.sluice/postgres',
    databaseUrl: urlOf(env, 'DATABASE_URL', postgres, 'postgres://'),
    readDatabaseUrl: urlOf(env, 'READ_DATABASE_URL', postgres, 'postgres://'),
    natsUrl: urlOf(env, 'SLUICE_NATS_URL', /^(?:nats|tls):\/\//, 'nats:// or tls://'),
    limits: {
      reads: numberOf(env, 'SLUICE_READS_PER_SECOND', 1_000_000, defaultLimits.reads),
      writes: numberOf(env, 'SLUICE_WRITES_PER_SECOND', 1_000_000, defaultLimits.writes),
      orders: numberOf(env, 'SLUICE_ORDERS_PER_MINUTE', 1_000_000, defaultLimits.orders),
      connections: numberOf(env, 'SLUICE_CONNECTIONS', 1_000_000, defaultLimits.connections),
      streams: numberOf(env, 'SLUICE_STREAMS', 1_000_000, defaultLimits.streams),
      proxies: proxiesOf(env),
    },
    quotas: {
      perMaker: numberOf(env, 'SLUICE_ORDERS_PER_MAKER', 1_000_000_000, defaultQuotas.perMaker),
      perCollection: numberOf(
        env,
        'SLUICE_ORDERS_PER_COLLECTION',
        1_000_000_000,
        defaultQuotas.perCollection,
      ),
      unheldHours: numberOf(env, 'SLUICE_UNHELD_HOURS', 100_000, defaultQuotas.unheldHours),
    },
    mostCollections: numberOf(env, 'SLUICE_COLLECTIONS', 1_000_000, defaultCollections),
    metricsPort:
      env.SLUICE_METRICS_PORT === undefined ? undefined : numberOf(env, 'SLUICE_METRICS_PORT', 65_535, 0),
    metricsHost: env.SLUICE_METRICS_HOST ?? '127.0.0.1',
    chains,
    logLevel: choiceOf(env, 'SLUICE_LOG_LEVEL', levels, 'info'),
    zoneKey: zoneKeyFrom(env.SLUICE_ZONE_KEY, chains),
    openSeaKey: env.SLUICE_OPENSEA_KEY === '' ? undefined : env.SLUICE_OPENSEA_KEY,
    gateways: {
      ipfsGateways: urlsFrom('SLUICE_IPFS_GATEWAYS', env) ?? defaultGateways.ipfsGateways,
      arweaveGateway: urlsFrom('SLUICE_ARWEAVE_GATEWAY', env)?.[0] ?? defaultGateways.arweaveGateway,
    },
    publicUrl: urlsFrom('SLUICE_PUBLIC_URL', env)?.[0]?.replace(/\/$/, ''),
  }
  if (config.role !== 'all' && config.databaseUrl === undefined)
    throw new ConfigError('DATABASE_URL is missing: processes with a role of their own share one Postgres.')
  if (config.readDatabaseUrl !== undefined && config.databaseUrl === undefined)
    throw new ConfigError('DATABASE_URL is missing: READ_DATABASE_URL names a replica of it.')
  return config
}
