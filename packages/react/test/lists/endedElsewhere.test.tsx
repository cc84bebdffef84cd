import { type JournalEntry, memoryStorage } from '@sluice/core'
import { afterEach, expect, test, vi } from 'vitest'
import { type PendingTradesResult, usePendingTrades } from '../../src/hooks/pending/usePendingTrades.ts'
import { journalEntry } from '../support/journalEntry.ts'
import { withShop } from '../support/shop.tsx'

const shop = await withShop()
afterEach(() => vi.restoreAllMocks())

const entry = (more: Partial<JournalEntry> = {}) => journalEntry({ run: 'of another tab', ...more })
const outcomes = ({ ended }: PendingTradesResult) => ended.map(({ type, id }) => `${type} ${id}`)

/** A page on which trades of another tab are open. */
async function open(...entries: readonly JournalEntry[]) {
  const client = shop.client({ storage: memoryStorage() })
  for (const one of entries) await client.journal.write(one)
  const shown = shop.show(() => usePendingTrades(), { client, wallet: shop.wallet() })
  await shown.until(({ pending }) => pending.length === entries.length, 'what is open')
  return { client, shown }
}

test('a trade that another tab settles leaves a notice in the tab at which its user looks', async () => {
  const { client, shown } = await open(entry())
  await client.journal.write(entry({ state: 'done' }))
  const { ended, pending } = await shown.until((one) => one.ended.length === 1, 'the notice')
  expect(pending).toEqual([])
  expect(ended).toMatchObject([{ type: 'entry', id: 'one', entry: { state: 'done' } }])
  ended[0]?.dismiss()
  await shown.until((one) => one.ended.length === 0, 'no notice')
  shown.leave()
})

test('a tab in the background leaves the notice to the tab of the trade', async () => {
  const { client, shown } = await open(entry(), entry({ id: 'two' }))
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await client.journal.write(entry({ state: 'done' }))
  await shown.until(({ pending }) => pending.length === 1, 'the first one')
  vi.restoreAllMocks()
  await client.journal.write(entry({ id: 'two', state: 'failed' }))
  await shown.until(({ pending }) => pending.length === 0, 'the second one')
  expect(outcomes(await shown.until((one) => one.ended.length > 0, 'the notice'))).toEqual(['entry two'])
  shown.leave()
})

test('a request that its user rejected there, and a step after which the trade goes on, leave none', async () => {
  const steps = [
    entry({ id: 'rejected', state: 'prompting', hash: undefined } as never),
    entry({ id: 'allowed', action: 'list', purpose: 'approve-token' }),
    entry({ id: 'bought' }),
  ]
  const { client, shown } = await open(...steps)
  const states = { rejected: 'rejected', allowed: 'done', bought: 'done' } as const
  for (const one of steps)
    await client.journal.write({ ...one, state: states[one.id as keyof typeof states] })
  await shown.until(({ pending }) => pending.length === 0, 'their ends')
  expect(outcomes(await shown.until((one) => one.ended.length > 0, 'the notice'))).toEqual(['entry bought'])
  shown.leave()
})
