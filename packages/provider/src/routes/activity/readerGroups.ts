import { type EventFilter, filterKey } from './eventFilter.ts'
import type { EventReader } from './eventReader.ts'

/** Readers of the same events: what they are sent is made once. */
export type ReaderGroup = {
  readonly key: string
  readonly filter: EventFilter
  readonly readers: Set<EventReader>
}

/** All readers of one chain, by what they want. */
export type ReaderGroups = {
  add(reader: EventReader, filter: EventFilter): ReaderGroup
  remove(reader: EventReader, group: ReaderGroup): void
  /** Number of readers. */
  count(): number
  groups(): Iterable<ReaderGroup>
  /** Every reader, with what it wants. */
  readers(): Iterable<readonly [EventReader, EventFilter]>
}

export function createReaderGroups(): ReaderGroups {
  /** By {@link filterKey}. */
  const groups = new Map<string, ReaderGroup>()
  let count = 0
  return {
    add: (reader, filter) => {
      const key = filterKey(filter)
      const group = groups.get(key) ?? { key, filter, readers: new Set() }
      groups.set(key, group)
      group.readers.add(reader)
      count += 1
      return group
    },
    remove: (reader, { key, readers }) => {
      if (readers.delete(reader)) count -= 1
      if (readers.size === 0) groups.delete(key)
    },
    count: () => count,
    groups: () => groups.values(),
    *readers() {
      for (const { filter, readers } of groups.values()) for (const reader of readers) yield [reader, filter]
    },
  }
}
