import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OutboxEvent } from '../../storage/service/outbox.ts'
import type { EventFrames } from './eventFrames.ts'
import type { ReaderGroups } from './readerGroups.ts'

/** Events that are sent to every reader in one pass, and readers that are written to before other work has a turn. */
const [eventsPerPass, readersPerTurn] = [50, 250]

/** Sends new events to all live readers, each in the order of the events, and lets other work have its turns meanwhile. */
export type Broadcast = {
  push(event: OutboxEvent): void
  /** Drops what was not sent, once no reader is left. */
  clear(): void
}

export function createBroadcast(readers: ReaderGroups, frames: EventFrames): Broadcast {
  let pending: OutboxEvent[] = []
  let isSending = false
  const send = async (events: readonly OutboxEvent[]): Promise<void> => {
    const [first, last] = [BigInt(events[0]?.seq ?? 0), BigInt(events.at(-1)?.seq ?? 0)]
    let written = 0
    for (const { filter, readers: group } of readers.groups()) {
      const frame = frames.allowed(filter, events)
      for (const reader of group) {
        if (!reader.live) continue
        // A reader who has just been sent stored events has some of these already.
        const isNew = ({ seq }: OutboxEvent): boolean => BigInt(seq) > reader.sent
        const own = reader.sent < first ? frame : frames.allowed(filter, events.filter(isNew))
        if (reader.sent < last) reader.sent = last
        if (own === undefined) continue
        reader.write(own)
        written += 1
        if (written % readersPerTurn === 0) await nextTurn()
      }
    }
  }
  const sendAll = async (): Promise<void> => {
    if (isSending) return
    isSending = true
    try {
      while (pending.length > 0) {
        // What is committed together arrives one by one, and is sent as one.
        await nextTurn()
        await send(pending.splice(0, eventsPerPass))
      }
    } finally {
      isSending = false
    }
  }
  return {
    push: (event) => {
      pending.push(event)
      void sendAll()
    },
    clear: () => {
      pending = []
    },
  }
}
