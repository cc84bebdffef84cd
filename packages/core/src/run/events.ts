import type { Log } from '../log.ts'
import { textOf } from '../property.ts'
import type { Execution } from './execution.ts'

/** The specification's event kinds. A transfer is `unknown`, as there, and so is what is said about an auction. */
export type EventKind =
  | 'purchase_complete'
  | 'purchase_error'
  | 'accept_offer_complete'
  | 'accept_offer_error'
  | 'listing_complete'
  | 'listing_error'
  | 'offer_complete'
  | 'offer_error'
  | 'cancel_complete'
  | 'cancel_error'
  | 'unknown'

/** How a run ended. Every run emits exactly one. */
export type TradeEvent = {
  readonly kind: EventKind
  readonly execution: Execution
  readonly chainId: number
}
/** Called once for every run that ended. What it throws is logged. */
export type TradeEventListener = (event: TradeEvent) => void

const names = {
  buy: 'purchase',
  sell: 'accept_offer',
  list: 'listing',
  bid: 'offer',
  cancel: 'cancel',
  transfer: undefined,
  announce: undefined,
} as const

/** Returns the event kind for how an execution ended. */
export function eventKind(execution: Execution): EventKind {
  const name = names[execution.action]
  if (name === undefined) return 'unknown'
  return `${name}_${execution.status === 'complete' ? 'complete' : 'error'}`
}

export type Events = {
  /** Listens to one kind, or to `'*'`. Returns the function that stops listening. */
  readonly on: (kind: EventKind | '*', listener: TradeEventListener) => () => void
  readonly emit: (event: TradeEvent) => void
}

/** Creates the subscriptions of one client. What a listener throws is logged. */
export function createEvents(log: Log): Events {
  const listeners = new Set<{ kind: EventKind | '*'; listener: TradeEventListener }>()
  return Object.freeze({
    on: (kind: EventKind | '*', listener: TradeEventListener) => {
      const entry = { kind, listener }
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    emit: (event: TradeEvent) => {
      for (const entry of [...listeners]) {
        if (entry.kind !== '*' && entry.kind !== event.kind) continue
        try {
          entry.listener(event)
        } catch (cause) {
          log.error('An event listener threw.', { kind: event.kind, reason: textOf(cause) })
        }
      }
    },
  })
}
