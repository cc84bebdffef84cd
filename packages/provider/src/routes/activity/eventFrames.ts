import type { OutboxEvent } from '../../storage/service/outbox.ts'
import { type EventFilter, matches } from './eventFilter.ts'
import { frameOf } from './eventReader.ts'

/** Writes the events of one chain as server-sent events, in frames that are made once for all readers. */
export type EventFrames = {
  /** The frame of those events that a filter allows; `undefined` if there are none. */
  allowed(filter: EventFilter, events: readonly OutboxEvent[]): Buffer | undefined
  /** The frame of a message that is not a stored event and has no number. */
  message(name: string, payload: object): Buffer
}

export function createEventFrames(chainId: number): EventFrames {
  const textOf = (name: string, payload: object, id?: string): string => {
    const data = JSON.stringify({ chainId, ...payload })
    return `event: ${name}\ndata: ${data}\n${id === undefined ? '' : `id: ${id}\n`}\n`
  }
  return {
    allowed: (filter, events) => {
      const allowed = events.filter((event) => matches(filter, event))
      if (allowed.length === 0) return undefined
      return frameOf(allowed.map(({ kind, payload, seq }) => textOf(kind, payload, seq)).join(''))
    },
    message: (name, payload) => frameOf(textOf(name, payload)),
  }
}
