import type { EventKind, TradeErrorCode, TradeEvent } from '@sluice/core'
import { type Execute, executeOf } from './execute.ts'

/** reservoir-sdk's event names; they are the specification's. */
export type ReservoirEventName = EventKind

export type ReservoirEvent = { readonly name: ReservoirEventName; readonly data: Execute }
export type EventListener = (event: ReservoirEvent, chainId: number) => void

/** What reservoir-sdk refused before it began, and told no listener of. */
const before: ReadonlySet<TradeErrorCode | undefined> = new Set(['no_order_ids', 'bid_data_missing'])

/** What listeners hear of an event; `units`: what each run is for, by its id. */
export const eventOf = (
  { kind, execution, chainId }: TradeEvent,
  units: ReadonlyMap<string, bigint>,
): readonly [ReservoirEvent, number] | undefined =>
  before.has(execution.error?.code)
    ? undefined
    : [{ name: kind, data: executeOf(execution, units.get(execution.id)) }, chainId]
