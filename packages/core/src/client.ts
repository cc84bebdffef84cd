import type { Policy, PolicyInput } from '@sluice/guards'
import { frozenCopy } from '@sluice/guards/internal'
import { createRedactor, type Redactor } from './api/redactor.ts'
import { type Chain, type ChainConfig, resolveChain } from './chains/chain.ts'
import { invalidInput, TradeError } from './errors.ts'
import { createJournal, type Journal } from './journal/journal.ts'
import type { JournalStorage } from './journal/storage.ts'
import { createLoadOnce, type LoadOnce } from './loadOnce.ts'
import { createLog, type Log, type Logger, LogLevel } from './log.ts'
import { resolvePolicy } from './policy.ts'
import { createEvents, type Events } from './run/events.ts'

/** The specification's client version, sent as `x-rkc-version`. */
export const clientVersion = '1.5.3'

/** The specification's settings by their names, then ours. */
export type ClientConfig = {
  /** The chains to trade on, each with its provider. */
  readonly chains: readonly ChainConfig[]
  /** Sent to every provider as `x-api-key`. Never logged. */
  readonly apiKey?: string | undefined
  /** Version of the host's interface, sent to every provider as `x-rkui-version`. */
  readonly uiVersion?: string | undefined
  /** Domain that orders and fills are attributed to. */
  readonly source?: string | undefined
  /** `recipient:bps` for listings and bids that name no fees. */
  readonly marketplaceFees?: readonly string[] | undefined
  /** Whether orders include the collection's royalties, if a call does not say; yes by default. */
  readonly automatedRoyalties?: boolean | undefined
  /** Whether purchases and sales add the royalties that an order leaves out, if a call does not say. */
  readonly normalizeRoyalties?: boolean | undefined
  /** Default of the `referrer` of purchases. A Sluice provider pays no referrals. */
  readonly bountyReferrer?: string | undefined
  /** How much is logged; `LogLevel.None` by default. */
  readonly logLevel?: LogLevel | undefined
  /** How many polling intervals to wait for a transaction; 30 by default. */
  readonly maxPollingAttemptsBeforeTimeout?: number | undefined

  /** What may be signed and sent; strict by default. */
  readonly policy?: PolicyInput | undefined
  /** Where the journal is kept; memory by default. */
  readonly storage?: JournalStorage | undefined
  /** Receives the log's lines; the console by default. */
  readonly logger?: Logger | undefined
  /** Sends the HTTP requests; the global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * Milliseconds between polls. If set, every poll keeps it (the specification's is 5000). By default attempts are
   * counted every 5000 ms too, so that every time limit stays as specified, but the client also polls in between: often
   * at first, and as blocks come.
   */
  readonly pollingInterval?: number | undefined
  /** Milliseconds until an unanswered request is given up; 20000 by default. */
  readonly requestTimeout?: number | undefined
}

/** A frozen object with settings, the journal and subscriptions. It holds no runs. */
export type Client = {
  /** The client version that is sent as `x-rkc-version`. */
  readonly version: typeof clientVersion
  /** The configured chains with every default filled in. */
  readonly chains: readonly Chain[]
  /** Sent to every provider as `x-api-key`. */
  readonly apiKey: string | undefined
  /** Sent to every provider as `x-rkui-version`. */
  readonly uiVersion: string | undefined
  /** Domain that orders and fills are attributed to. */
  readonly source: string | undefined
  /** `recipient:bps` for listings and bids that name no fees. */
  readonly marketplaceFees: readonly string[]
  /** Whether orders include the collection's royalties, if a call does not say. */
  readonly automatedRoyalties: boolean | undefined
  /** Whether purchases and sales add the royalties that an order leaves out, if a call does not say. */
  readonly normalizeRoyalties: boolean | undefined
  /** Default of the `referrer` of purchases. */
  readonly bountyReferrer: string | undefined
  /** How much is logged. */
  readonly logLevel: LogLevel
  /** How many polling intervals to wait for a transaction. */
  readonly maxPollingAttemptsBeforeTimeout: number
  /** Milliseconds between polls that count as attempts. */
  readonly pollingInterval: number
  /** Whether polls also ask between the attempts that count: unless `pollingInterval` was set. */
  readonly adaptivePolling: boolean
  /** Milliseconds until an unanswered request is given up. */
  readonly requestTimeout: number
  /** What may be signed and sent. */
  readonly policy: Policy
  /** Every signature and transaction this client ever asked a wallet for. */
  readonly journal: Journal
  /** Base URLs of providers without a push stream: they are not asked for one again. */
  readonly pushUnsupported: Set<string>
  /** Loads parts of this package, each of them once. */
  readonly loadOnce: LoadOnce
  /** Listens to the client's events. Returns the function that unsubscribes. */
  readonly on: Events['on']
  /** Publishes an event to the listeners. */
  readonly emit: Events['emit']
  /** Writes lines up to `logLevel`. */
  readonly log: Log
  /** Takes the client's keys and signatures out of what others say. */
  readonly redactor: Redactor
  /** Sends the HTTP requests. */
  readonly fetch: typeof globalThis.fetch
}

/**
 * Creates a client: a frozen object with its settings, journal and subscriptions. Clients share no state.
 *
 * @throws {TradeError} `invalid_input` if a setting cannot be used.
 * @example
 * ```ts
 * const client = createClient({
 *   chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
 *   storage: browserStorage(),
 * })
 * ```
 */
export function createClient(config: ClientConfig): Client {
  const chains = config.chains.map(resolveChain)
  const namesOf = (id: number) => chains.flatMap((chain) => (chain.id === id ? chain.name : [])).join(', ')
  for (const [index, { id }] of chains.entries())
    if (chains.findIndex((chain) => chain.id === id) !== index)
      throw invalidInput('chains', `Two chains have the id ${id}: ${namesOf(id)}. Configure each chain once.`)
  const logLevel = config.logLevel ?? LogLevel.None
  const log = createLog(logLevel, config.logger, config.apiKey ? [config.apiKey] : [])
  const events = createEvents(log)
  const host = globalThis.location?.hostname
  const { fetch = globalThis.fetch } = config
  return Object.freeze({
    version: clientVersion,
    chains: frozenCopy(chains),
    apiKey: config.apiKey,
    uiVersion: config.uiVersion,
    source: config.source,
    marketplaceFees: Object.freeze([...(config.marketplaceFees ?? [])].map(checkedFee)),
    automatedRoyalties: config.automatedRoyalties,
    normalizeRoyalties: config.normalizeRoyalties,
    bountyReferrer: config.bountyReferrer,
    logLevel,
    maxPollingAttemptsBeforeTimeout: positive(
      'maxPollingAttemptsBeforeTimeout',
      config.maxPollingAttemptsBeforeTimeout ?? 30,
    ),
    pollingInterval: positive('pollingInterval', config.pollingInterval ?? 5_000),
    adaptivePolling: config.pollingInterval === undefined,
    requestTimeout: positive('requestTimeout', config.requestTimeout ?? 20_000),
    policy: resolvePolicy(config.policy, chains, host),
    journal: createJournal(config.storage),
    pushUnsupported: new Set<string>(),
    loadOnce: createLoadOnce(),
    on: events.on,
    emit: events.emit,
    log,
    redactor: createRedactor([config.apiKey]),
    // A browser's fetch refuses to be called with another `this`.
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  })
}

/**
 * Returns the active chain: the first marked `active`, else the first.
 *
 * @example
 * ```ts
 * const { id, name } = activeChain(client) ?? base
 * ```
 */
export const activeChain = (client: Client): Chain | undefined =>
  client.chains.find((chain) => chain.active) ?? client.chains[0]

/**
 * Returns the chain that an action runs on.
 *
 * @param chainId the active chain by default.
 * @throws {TradeError} `missing_configuration` without chains, `unknown_chain` for an id that is not configured.
 * @example
 * ```ts
 * const { nativeSymbol, paymentTokens } = chainOf(client, 8453)
 * ```
 */
export function chainOf(client: Client, chainId?: number | undefined): Chain {
  if (chainId === undefined) {
    const active = activeChain(client)
    if (active !== undefined) return active
    throw new TradeError('missing_configuration', 'Missing chain configuration')
  }
  const chain = client.chains.find((candidate) => candidate.id === chainId)
  if (chain !== undefined) return chain
  throw new TradeError('unknown_chain', `Missing chain configuration: chain ${chainId} is not configured`, {
    data: { chainId },
  })
}

function checkedFee(fee: string): string {
  if (/^0x[0-9a-fA-F]{40}:[0-9]{1,5}$/.test(fee)) return fee.toLowerCase()
  throw invalidInput('marketplaceFees', 'A marketplace fee must be written as recipient:bps.')
}

function positive(field: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw invalidInput(field, `The setting ${field} must be a positive whole number.`)
}
