import { ParseError } from '@sluice/wire'
import { type ChainConfig, parseChains } from './chainConfig.ts'
import { databaseName } from './databaseName.ts'
import {
  ConfigError,
  choice,
  headers,
  proxies,
  type Reader,
  share,
  text,
  url,
  urls,
  wholeNumber,
  zoneKey,
} from './settingReaders.ts'

/** What a process does: answer clients, follow the chains, or both. */
const roles = ['all', 'api', 'indexer'] as const
export type Role = (typeof roles)[number]

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** The settings of a process, as {@link readConfig} reads them. */
export type Config = {
  readonly role: Role
  readonly host: string
  readonly port: number
  /** Folder of the embedded Postgres. */
  readonly dataDir: string
  /** An external Postgres 15 or newer; the embedded one when absent. */
  readonly databaseUrl: string | undefined
  /** A replica of it, which lists are read from while it is up to date. */
  readonly readDatabaseUrl?: string | undefined
  /** A NATS server that carries notifications of events between processes, instead of LISTEN/NOTIFY. */
  readonly natsUrl: string | undefined
  readonly limits: Limits
  readonly quotas?: OrderQuotas | undefined
  /** Collections of one chain that are followed at once, beside those that its settings name. */
  readonly mostCollections?: number | undefined
  /** Seconds between two turns of the background recount; 0 turns it off. */
  readonly recountSeconds?: number | undefined
  /** Port that serves metrics to Prometheus; none when absent. */
  readonly metricsPort: number | undefined
  /** The address that port listens on; this machine alone when absent. */
  readonly metricsHost?: string | undefined
  /** Where traces of requests are sent; nothing is traced when absent. */
  readonly tracing?: Tracing | undefined
  readonly chains: readonly ChainConfig[]
  readonly logLevel: (typeof levels)[number]
  /** Private key that signs fills in the chains' zones. */
  readonly zoneKey?: `0x${string}` | undefined
  /** The provider's key at OpenSea, for posts without a key of their own. */
  readonly openSeaKey?: string | undefined
  /** Where documents of IPFS and Arweave are fetched. */
  readonly gateways?: Gateways | undefined
  /** Origin under which clients reach the provider; links to pictures begin with it. */
  readonly publicUrl?: string | undefined
}

/** What one caller may do; 0 sets no limit. This machine itself is not counted, unless proxies are trusted. */
export type Limits = {
  /** Requests a second of one network (/24, /56) without a key. */
  readonly reads: number
  readonly writes: number
  /** Orders a minute of one network or key. */
  readonly orders: number
  /** Connections of one network at once; without meaning behind proxies, which share theirs. */
  readonly connections: number
  /** Streams of events of one network or key at once. */
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
/** Seconds between two turns of the background recount. */
export const defaultRecountSeconds = 5
export const defaultLimits: Limits = {
  reads: 20,
  writes: 5,
  orders: 2000,
  connections: 256,
  streams: 100,
  proxies: 0,
}

/** Where traces are sent, by the settings that every program with OpenTelemetry has. */
export type Tracing = {
  /** The whole address, which ends in `/v1/traces` mostly. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
  /** The share of requests that is traced, from 0 to 1. */
  readonly ratio: number
}

export type Gateways = { readonly ipfsGateways: readonly string[]; readonly arweaveGateway: string }
export const defaultGateways: Gateways = {
  ipfsGateways: ['https://ipfs.io', 'https://dweb.link'],
  arweaveGateway: 'https://arweave.net',
}

/** A setting that names something that does not exist or is in use; the message names the variable. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const chains: Reader<readonly ChainConfig[]> = (value, name) => {
  if (value === undefined) throw new ConfigError(`${name} is missing: a JSON list of the chains to serve.`)
  let json: unknown
  try {
    json = JSON.parse(value)
  } catch (cause) {
    throw new ConfigError(`${name} is not JSON.`, { cause })
  }
  try {
    const found = parseChains(json)
    for (const key of ['id', 'slug'] as const)
      if (new Set(found.map((one) => one[key])).size !== found.length)
        throw new ConfigError(`${name} names two chains with the same ${key}.`)
    return found
  } catch (cause) {
    if (cause instanceof ParseError) throw new ConfigError(cause.message, { cause })
    throw cause
  }
}

const http = url(/^https?:\/\//, 'http:// or https://')
const postgres = url(/^postgres(?:ql)?:\/\//, 'postgres://')
const limit = (otherwise: number) => wholeNumber(1_000_000, otherwise)

/** Every variable that is read; the package's README says what each means. */
const readers = {
  SLUICE_CHAINS: chains,
  SLUICE_ROLE: choice(roles, 'all'),
  SLUICE_HOST: text('127.0.0.1'),
  SLUICE_PORT: wholeNumber(65_535, 4700),
  SLUICE_DATA_DIR: text('.sluice/postgres'),
  SLUICE_LOG_LEVEL: choice(levels, 'info'),
  SLUICE_NATS_URL: url(/^(?:nats|tls):\/\//, 'nats:// or tls://'),
  SLUICE_READS_PER_SECOND: limit(defaultLimits.reads),
  SLUICE_WRITES_PER_SECOND: limit(defaultLimits.writes),
  SLUICE_ORDERS_PER_MINUTE: limit(defaultLimits.orders),
  SLUICE_CONNECTIONS: limit(defaultLimits.connections),
  SLUICE_STREAMS: limit(defaultLimits.streams),
  SLUICE_TRUST_PROXY: proxies,
  SLUICE_ORDERS_PER_MAKER: wholeNumber(1_000_000_000, defaultQuotas.perMaker),
  SLUICE_ORDERS_PER_COLLECTION: wholeNumber(1_000_000_000, defaultQuotas.perCollection),
  SLUICE_UNHELD_HOURS: wholeNumber(100_000, defaultQuotas.unheldHours),
  SLUICE_COLLECTIONS: limit(defaultCollections),
  SLUICE_RECOUNT_SECONDS: wholeNumber(86_400, defaultRecountSeconds),
  SLUICE_METRICS_PORT: wholeNumber(65_535, undefined),
  SLUICE_METRICS_HOST: text('127.0.0.1'),
  SLUICE_ZONE_KEY: zoneKey,
  SLUICE_OPENSEA_KEY: text(undefined),
  SLUICE_IPFS_GATEWAYS: urls,
  SLUICE_ARWEAVE_GATEWAY: urls,
  SLUICE_PUBLIC_URL: urls,
  OTEL_EXPORTER_OTLP_ENDPOINT: http,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: http,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: text('sluice-provider'),
  OTEL_TRACES_SAMPLER_ARG: share,
  DATABASE_URL: postgres,
  READ_DATABASE_URL: postgres,
}
type Readers = typeof readers
type Values = { readonly [K in keyof Readers]: ReturnType<Readers[K]> }

/** The names of all variables that are read. */
export const settings: readonly string[] = Object.keys(readers)

/** @throws {ConfigError} for a replica without a primary, and for a database that is named by two URLs. */
function checkDatabases(found: readonly ChainConfig[], home: string | undefined): void {
  const urls = new Map(home === undefined ? [] : [[databaseName(home), home]])
  for (const { slug, database, readDatabase } of found) {
    if (database === undefined) {
      if (readDatabase === undefined) continue
      throw new ConfigError(
        `SLUICE_CHAINS: ${slug} has a readDatabase, but no database that it is a replica of.`,
      )
    }
    const name = databaseName(database)
    if ((urls.get(name) ?? database) !== database)
      throw new ConfigError(`SLUICE_CHAINS: ${slug} names the database ${name} by a second URL.`)
    urls.set(name, database)
  }
}

function tracingOf(values: Values): Tracing | undefined {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (url === undefined) return undefined
  const { OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG } = values
  return {
    url,
    headers: OTEL_EXPORTER_OTLP_HEADERS,
    service: OTEL_SERVICE_NAME,
    ratio: OTEL_TRACES_SAMPLER_ARG,
  }
}

/**
 * Reads the {@link settings} from the environment. An unknown SLUICE_ variable is rejected, so that a typing error is
 * not silent. An empty variable is an absent one, because compose files and shells cannot leave one out.
 *
 * @throws {ConfigError} that names the variable.
 * @example
 * ```ts
 * const config = readConfig({ ...process.env, SLUICE_PORT: '4700' })
 * ```
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const unknown = Object.keys(env).find((name) => name.startsWith('SLUICE_') && !settings.includes(name))
  if (unknown !== undefined) throw new ConfigError(`${unknown} is not a setting of the provider.`)
  const values = Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [
      name,
      read(env[name] === '' ? undefined : env[name], name),
    ]),
  ) as unknown as Values
  const zoned = values.SLUICE_CHAINS.find(({ zone }) => zone !== undefined)
  if (zoned !== undefined && values.SLUICE_ZONE_KEY === undefined)
    throw new ConfigError(`SLUICE_ZONE_KEY is missing: ${zoned.slug} has a zone, whose fills it signs.`)
  const reader = values.SLUICE_CHAINS.find(({ orderBooks = [] }) => orderBooks.some(({ read }) => read))
  if (reader !== undefined && values.SLUICE_OPENSEA_KEY === undefined)
    throw new ConfigError(`SLUICE_OPENSEA_KEY is missing: ${reader.slug} reads the orders of another book.`)
  if (values.SLUICE_ROLE !== 'all' && values.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL is missing: processes with a role of their own share one Postgres.')
  if (values.READ_DATABASE_URL !== undefined && values.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL is missing: READ_DATABASE_URL names a replica of it.')
  checkDatabases(values.SLUICE_CHAINS, values.DATABASE_URL)
  return {
    role: values.SLUICE_ROLE,
    host: values.SLUICE_HOST,
    port: values.SLUICE_PORT,
    dataDir: values.SLUICE_DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    readDatabaseUrl: values.READ_DATABASE_URL,
    natsUrl: values.SLUICE_NATS_URL,
    limits: {
      reads: values.SLUICE_READS_PER_SECOND,
      writes: values.SLUICE_WRITES_PER_SECOND,
      orders: values.SLUICE_ORDERS_PER_MINUTE,
      connections: values.SLUICE_CONNECTIONS,
      streams: values.SLUICE_STREAMS,
      proxies: values.SLUICE_TRUST_PROXY,
    },
    quotas: {
      perMaker: values.SLUICE_ORDERS_PER_MAKER,
      perCollection: values.SLUICE_ORDERS_PER_COLLECTION,
      unheldHours: values.SLUICE_UNHELD_HOURS,
    },
    mostCollections: values.SLUICE_COLLECTIONS,
    recountSeconds: values.SLUICE_RECOUNT_SECONDS,
    metricsPort: values.SLUICE_METRICS_PORT,
    metricsHost: values.SLUICE_METRICS_HOST,
    tracing: tracingOf(values),
    chains: values.SLUICE_CHAINS,
    logLevel: values.SLUICE_LOG_LEVEL,
    zoneKey: values.SLUICE_ZONE_KEY,
    openSeaKey: values.SLUICE_OPENSEA_KEY,
    gateways: {
      ipfsGateways: values.SLUICE_IPFS_GATEWAYS ?? defaultGateways.ipfsGateways,
      arweaveGateway: values.SLUICE_ARWEAVE_GATEWAY?.[0] ?? defaultGateways.arweaveGateway,
    },
    publicUrl: values.SLUICE_PUBLIC_URL?.[0]?.replace(/\/$/, ''),
  }
}
