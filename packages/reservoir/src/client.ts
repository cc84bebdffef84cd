import {
  activeChain,
  type Chain,
  type Client,
  type ClientConfig,
  type ConfirmReview,
  createClient as createSluiceClient,
} from '@sluice/core'
import { type Actions, actionsOf } from './actions.ts'
import { type EventListener, listenerOf } from './events.ts'
import { keepClient } from './theClient.ts'

/** The ancestor's settings by their names, and ours beside them. */
export type ReservoirClientOptions = ClientConfig & {
  /** Asked with the decoded card before each prompt of every action that brings no `confirm` of its own. */
  readonly confirm?: ConfirmReview | undefined
}

/** The ancestor's client. A frozen value; what it is made over stands in `sluice`. */
export type ReservoirClient = {
  readonly version: Client['version']
  readonly chains: readonly Chain[]
  readonly source: string | undefined
  readonly uiVersion: string | undefined
  readonly apiKey: string | undefined
  readonly marketplaceFees: readonly string[]
  readonly actions: Actions
  /** The first chain marked `active`, else the first. */
  readonly currentChain: () => Chain | null
  readonly addEventListener: (listener: EventListener) => void
  readonly removeEventListener: (listener: EventListener) => void
  readonly clearEventListeners: () => void
  readonly sluice: Client
}

/**
 * Makes a client and keeps it for `getClient()`. Unlike the ancestor's, a second call takes nothing over from the
 * first: what is given is what holds.
 * @throws {TradeError} `invalid_input` when a setting cannot be used.
 */
export function createClient(options: ReservoirClientOptions): ReservoirClient {
  const { confirm, ...config } = options
  const sluice = createSluiceClient(config)
  const listening = new Map<EventListener, () => void>()
  const stop = (listener: EventListener) => {
    listening.get(listener)?.()
    listening.delete(listener)
  }
  return keepClient(
    Object.freeze({
      version: sluice.version,
      chains: sluice.chains,
      source: sluice.source,
      uiVersion: sluice.uiVersion,
      apiKey: sluice.apiKey,
      marketplaceFees: sluice.marketplaceFees,
      actions: actionsOf(sluice, confirm),
      currentChain: () => activeChain(sluice) ?? null,
      addEventListener: (listener: EventListener) => {
        stop(listener)
        listening.set(listener, sluice.on('*', listenerOf(listener)))
      },
      removeEventListener: stop,
      clearEventListeners: () => {
        for (const listener of [...listening.keys()]) stop(listener)
      },
      sluice,
    }),
  )
}
