import {
  activeChain,
  type Chain,
  type ChainConfig,
  type Client,
  type ClientConfig,
  type ConfirmReview,
  createClient as createSluiceClient,
  LogLevel,
  type PaymentToken as SluiceToken,
} from '@sluice/core'
import { type Actions, actionsOf } from './actions.ts'
import { type EventListener, eventOf } from './events.ts'
import { addEventListener, clearEventListeners, removeEventListener, tellListeners } from './listeners.ts'
import { log } from './log.ts'
import { createTools } from './tools.ts'

/** A currency as reservoir-sdk's chains listed it. */
export type PaymentToken = Omit<SluiceToken, 'name'> & {
  readonly name?: string | undefined
  readonly chainId?: number | undefined
}

/** A chain by reservoir-sdk's fields, and ours beside them. */
export type ReservoirChain = Omit<ChainConfig, 'paymentTokens'> & {
  readonly paymentTokens?: readonly PaymentToken[] | undefined
  /** `recipient:bps` of the orders on this chain, in place of the client's. */
  readonly marketplaceFees?: readonly string[] | undefined
  /** Not used: the provider pushes over its own address. */
  readonly websocketUrl?: string | undefined
  /** Not used: the client's `pollingInterval` is. */
  readonly checkPollingInterval?: number | undefined
}

/** reservoir-sdk's settings by their names, and ours beside them. */
export type ReservoirClientOptions = Omit<ClientConfig, 'chains'> & {
  readonly chains: readonly ReservoirChain[]
  /** Whatever it says: the items of a step are always carried out one after the other. */
  readonly synchronousStepItemExecution?: boolean | undefined
  /** Asked with the decoded card before each prompt of every action that brings no `confirm` of its own. */
  readonly confirm?: ConfirmReview | undefined
}

/** reservoir-sdk's client. A frozen value; what it is made over stands in `sluice`. */
export type ReservoirClient = {
  readonly version: Client['version']
  readonly chains: readonly Chain[]
  readonly source: string | undefined
  readonly uiVersion: string | undefined
  readonly apiKey: string | undefined
  readonly marketplaceFees: readonly string[]
  readonly automatedRoyalties: boolean | undefined
  readonly normalizeRoyalties: boolean | undefined
  readonly bountyReferrer: string | undefined
  readonly logLevel: Client['logLevel']
  readonly maxPollingAttemptsBeforeTimeout: number
  /** Always: the items of a step are carried out one after the other. */
  readonly synchronousStepItemExecution: true
  readonly actions: Actions
  /** The functions of this package under one roof, as reservoir-sdk had them. */
  readonly utils: ReturnType<typeof createTools>
  /** The first chain marked `active`, else the first. */
  readonly currentChain: () => Chain | null
  readonly addEventListener: (listener: EventListener) => void
  readonly removeEventListener: (listener: EventListener) => void
  readonly clearEventListeners: () => void
  /** Writes to the console where `level` is at most the client's. */
  readonly log: (params: readonly unknown[], level?: LogLevel) => void
  readonly sluice: Client
}

/**
 * The one place of this repository that outlives its callers: `getClient()` of reservoir-sdk takes no argument, so
 * the client made last has to be kept somewhere. Kept here and nowhere else; our own packages never read it.
 */
const kept = new Map<'client', ReservoirClient>()

/**
 * The client that `createClient` made last.
 *
 * @throws {Error} before the first.
 * @example
 * ```ts
 * await getClient().actions.cancelOrder({ ids: [orderId], wallet: walletClient })
 * ```
 */
export function getClient(): ReservoirClient {
  const client = kept.get('client')
  if (client === undefined) throw new Error('createClient has not been called yet.')
  return client
}

/** The functions of reservoir-sdk that use the client made last. */
export const tools: ReservoirClient['utils'] = createTools(getClient)

/**
 * Makes a client and keeps it for `getClient()`. Unlike reservoir-sdk's, a second call takes no setting over from the
 * first: what is given is what holds. Listeners stay.
 *
 * @throws {TradeError} `invalid_input` when a setting cannot be used.
 * @example
 * ```ts
 * const client = createClient({
 *   chains: [{ ...reservoirChains.base, baseApiUrl: 'https://provider.example/base', active: true }],
 *   source: 'app.example',
 * })
 * ```
 */
export function createClient(options: ReservoirClientOptions): ReservoirClient {
  const { confirm, synchronousStepItemExecution: _always, chains, ...config } = options
  const sluice = createSluiceClient({ ...config, chains: chains.map(chainOf) })
  const feesOf = (chainId: number | undefined) =>
    chains.find(({ id }) => id === (chainId ?? activeChain(sluice)?.id))?.marketplaceFees ?? []
  const units = new Map<string, bigint>()
  sluice.on('*', (event) => tellListeners(eventOf(event, units), sluice))
  const client: ReservoirClient = Object.freeze({
    version: sluice.version,
    chains: sluice.chains,
    source: sluice.source,
    uiVersion: sluice.uiVersion,
    apiKey: sluice.apiKey,
    marketplaceFees: sluice.marketplaceFees,
    automatedRoyalties: sluice.automatedRoyalties,
    normalizeRoyalties: sluice.normalizeRoyalties,
    bountyReferrer: sluice.bountyReferrer,
    logLevel: sluice.logLevel,
    maxPollingAttemptsBeforeTimeout: sluice.maxPollingAttemptsBeforeTimeout,
    synchronousStepItemExecution: true as const,
    actions: actionsOf(sluice, confirm, feesOf, units),
    currentChain: () => activeChain(sluice) ?? null,
    addEventListener,
    removeEventListener,
    clearEventListeners,
    utils: tools,
    log: (params: readonly unknown[], level: LogLevel = LogLevel.Info) => log(params, level, sluice.logLevel),
    sluice,
  })
  kept.set('client', client)
  return client
}

function chainOf(chain: ReservoirChain): ChainConfig {
  const {
    paymentTokens,
    marketplaceFees: _asked,
    websocketUrl: _push,
    checkPollingInterval: _pace,
    ...config
  } = chain
  if (paymentTokens === undefined) return config
  const named = paymentTokens.map(({ address, symbol, decimals, name = symbol }) => ({
    address,
    symbol,
    decimals,
    name,
  }))
  return { ...config, paymentTokens: named }
}
