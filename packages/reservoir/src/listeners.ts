import type { Client } from '@sluice/core'
import type { EventListener, ReservoirEvent } from './events.ts'

/**
 * The listeners of every client that was made: an application adds them once and makes its client again, and the
 * reservoir-sdk's went on listening. Kept here for the same reason as the client itself.
 */
const kept = new Map<'listeners', readonly EventListener[]>()
const all = () => kept.get('listeners') ?? []

/** A listener that is added twice is called twice. */
export function addEventListener(listener: EventListener): void {
  kept.set('listeners', [...all(), listener])
}

/** Removes it as often as it was added. */
export function removeEventListener(listener: EventListener): void {
  kept.set(
    'listeners',
    all().filter((one) => one !== listener),
  )
}

export function clearEventListeners(): void {
  kept.delete('listeners')
}

/** Tells every listener; one that throws keeps no other from hearing. */
export function tellListeners(event: readonly [ReservoirEvent, number] | undefined, { log }: Client): void {
  if (event === undefined) return
  for (const listener of all()) {
    try {
      listener(...event)
    } catch (cause) {
      log.error('A listener threw.', { event: event[0].name, reason: String(cause) })
    }
  }
}
