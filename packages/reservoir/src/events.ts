import type { EventKind, TradeEvent } from '@sluice/core'
import { type Execute, executeOf } from './execute.ts'

/** The ancestor's event names; they are the specification's. */
export type ReservoirEventName = EventKind

export type ReservoirEvent = { readonly name: ReservoirEventName; readonly data: Execute }
export type EventListener = (event: ReservoirEvent, chainId: number) => void

/** A listener of the ancestor's as one of ours. */
export const listenerOf =
  (listener: EventListener) =>
  ({ kind, execution, chainId }: TradeEvent): void =>
    listener({ name: kind, data: executeOf(execution) }, chainId)
