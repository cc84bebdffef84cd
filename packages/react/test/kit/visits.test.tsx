import { createClient, type JournalEntry, memoryStorage, type Wallet } from '@sluice/core'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionsQuery } from '../../src/hooks/queries.ts'
import { useCollections } from '../../src/hooks/reads.ts'
import { useCart } from '../../src/hooks/useCart.ts'
import { useResume } from '../../src/hooks/useResume.ts'
import type { CartItem, CartStorage } from '../../src/kit/cart.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { account, orderId } from '../support/answers.ts'
import { journalEntry } from '../support/journalEntry.ts'
import { openPage, type Page, until } from '../support/page.ts'

const chains = [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }]
const held: { page?: Page } = {}
beforeAll(async () => {
  held.page = await openPage()
})
afterAll(() => held.page?.close())

describe('a cart whose checkout a reload interrupted', () => {
  const wallet = { address: async () => account, chainId: async () => 1 } as unknown as Wallet
  const item = (tokenId: number, run?: string): CartItem => ({
    chainId: 1,
    token: `0x${'c0'.repeat(20)}:${tokenId}`,
    quantity: 1,
    run,
  })
  const kept = (...items: readonly CartItem[]): CartStorage => {
    const state = { text: JSON.stringify(items) }
    return {
      read: () => state.text,
      write: (text) => {
        state.text = text
      },
    }
  }
  const entry = (more: Partial<JournalEntry>) =>
    journalEntry({
      run: 'bought',
      state: 'done',
      fills: [{ order: orderId(1), token: item(1).token, units: 1 }],
      ...more,
    })

  test('loses what the purchase bought, and keeps what it did not buy', async () => {
    const client = createClient({ chains, storage: memoryStorage() })
    await client.journal.write(entry({}))
    // Only the money was allowed: nothing was bought.
    await client.journal.write(
      entry({ id: 'two', run: 'allowed', purpose: 'approve-currency', orderIds: [] }),
    )
    await client.journal.write(entry({ id: 'three', run: 'failed', state: 'failed' }))
    const seen: (readonly CartItem[])[] = []
    const Visit = () => {
      useResume()
      seen.push(useCart().items)
      return null
    }
    held.page?.mount(
      <SluiceProvider
        client={client}
        wallet={wallet}
        cartStorage={kept(item(1, 'bought'), item(2, 'allowed'), item(3, 'failed'), item(4))}
      >
        <Visit />
      </SluiceProvider>,
    )
    await until(() => seen.at(-1)?.length === 3, 'a smaller cart')
    expect(seen[0]).toHaveLength(4)
    expect(seen.at(-1)).toEqual([item(2, 'allowed'), item(3, 'failed'), item(4)])
  })
})

describe('reading ahead', () => {
  test('what a page read under the scope of its kit is shown at once, and asked for once', async () => {
    const asked: string[] = []
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url))
      return Response.json({
        collections: [{ id: `0x${'c0'.repeat(20)}`, name: 'Ahead' }],
        continuation: null,
      })
    }
    const client = createClient({ chains, fetch })
    const queryClient = new QueryClient()
    await queryClient.prefetchInfiniteQuery(collectionsQuery({ client, scope: 'mine' }, { limit: 3 }))
    const seen: unknown[] = []
    const List = () => {
      seen.push(useCollections({ limit: 3 }).data?.map(({ name }) => name))
      return null
    }
    held.page?.mount(
      <SluiceProvider client={client} queryClient={queryClient} scope="mine">
        <List />
      </SluiceProvider>,
    )
    await until(() => seen.length > 0, 'the list')
    expect(seen[0]).toEqual(['Ahead'])
    expect(asked).toHaveLength(1)
  })
})
