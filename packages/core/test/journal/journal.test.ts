import { beforeEach, describe, expect, test } from 'vitest'
import { createJournal, type Journal } from '../../src/journal/journal.ts'
import type { JournalEntry, JournalState } from '../../src/journal/journalEntry.ts'
import { type JournalStorage, memoryStorage } from '../../src/journal/storage.ts'

const entryOf = (place: number, state: JournalState): JournalEntry => ({
  id: `entry-${place}`,
  run: 'run',
  chainId: 1,
  account: `0x${'ab'.repeat(20)}`,
  action: 'buy',
  kind: 'transaction',
  purpose: 'buy',
  digest: `0x${'cd'.repeat(32)}`,
  state,
  orderIds: [],
  createdAt: place,
  updatedAt: place,
})

describe('a long journal', () => {
  let storage: JournalStorage
  let journal: Journal
  let read: string[] = []
  beforeEach(async () => {
    const kept = memoryStorage()
    storage = {
      ...kept,
      get: (key) => {
        read.push(key)
        return kept.get(key)
      },
    }
    journal = createJournal(storage)
    for (let place = 0; place < 500; place += 1) await journal.write(entryOf(place, 'done'))
    await journal.write(entryOf(500, 'sent'))
    await journal.undone()
    read = []
  })

  test('is not read again where it is done, each time that something starts', async () => {
    expect((await journal.undone()).map(({ id }) => id)).toEqual(['entry-500'])
    expect(read).toHaveLength(1)
  })

  test('shows what another page of the same storage has written, ended and deleted', async () => {
    const other = createJournal(storage)
    await other.write(entryOf(501, 'prompting'))
    await other.write(entryOf(500, 'unknown'))
    expect((await journal.undone()).map(({ id, state }) => [id, state])).toEqual([
      ['entry-500', 'unknown'],
      ['entry-501', 'prompting'],
    ])
    await other.write(entryOf(501, 'done'))
    await other.forget('entry-500')
    expect(await journal.undone()).toEqual([])
    expect((await journal.entries()).map(({ id }) => id)).toEqual([
      ...Array.from({ length: 500 }, (_, place) => `entry-${place}`),
      'entry-501',
    ])
  })

  test('shows an entry as this page wrote it last', async () => {
    await journal.write(entryOf(7, 'unknown'))
    expect((await journal.undone()).map(({ id }) => id)).toEqual(['entry-7', 'entry-500'])
  })

  test('of its own is not listed, and shows what anybody wrote into its storage', async () => {
    const own = createJournal()
    for (let place = 0; place < 3; place += 1) await own.write(entryOf(place, 'done'))
    await own.write(entryOf(3, 'sent'))
    const other = createJournal(own.storage)
    await other.write(entryOf(0, 'unknown'))
    await other.write(entryOf(4, 'prompting'))
    await own.storage.set('another key', 'value')
    expect((await own.undone()).map(({ id }) => id)).toEqual(['entry-0', 'entry-3', 'entry-4'])
    await own.write(entryOf(0, 'done'))
    await other.write(entryOf(3, 'done'))
    await other.forget('entry-4')
    expect(await own.undone()).toEqual([])
    expect((await own.entries()).map(({ id }) => id)).toEqual(['entry-0', 'entry-1', 'entry-2', 'entry-3'])
  })
})

test('the orders that a signature ends, and whether it was refused, are read only if they are well-formed', async () => {
  const storage = memoryStorage()
  const order = `0x${'ef'.repeat(32)}` as const
  const kept = { ends: [order], refused: true }
  await createJournal(storage).write({ ...entryOf(0, 'maybe_live'), ...kept })
  expect(await createJournal(storage).entries()).toMatchObject([kept])
  for (const ends of [order, [`${order}00`], [1], { 0: order }]) {
    await createJournal(storage).write({ ...entryOf(0, 'maybe_live'), ends, refused: 'no' } as never)
    expect(await createJournal(storage).entries()).toEqual([entryOf(0, 'maybe_live')])
  }
})
