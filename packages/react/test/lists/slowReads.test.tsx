import '../support/browser.ts'
import { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BuyDialog } from '../../src/dialogs/BuyDialog.tsx'
import { TransferDialog } from '../../src/dialogs/TransferDialog.tsx'
import { useActivity } from '../../src/hooks/reads.ts'
import { useSlowReads } from '../../src/hooks/useSlowReads.ts'
import type { SluiceProviderProps } from '../../src/kit/SluiceProvider.tsx'
import { ActivityList } from '../../src/lists/ActivityList.tsx'
import { OwnOrders } from '../../src/lists/OwnOrders.tsx'
import { en } from '../../src/locales/en.ts'
import { collection, eth, price, refOf, stranger } from '../support/answers.ts'
import { dialog } from '../support/dom.ts'
import { type Drawn, withShop } from '../support/shop.tsx'

const shop = await withShop()
const { slow, retry, loading } = en.common

/** A provider that takes requests and leaves them unanswered until it is told what to say. */
function frozenProvider() {
  type Asked = { readonly url: URL; readonly answer: (body: object) => void; readonly signal: AbortSignal }
  const asked: Asked[] = []
  const answered = new Set<URL>()
  const fetch = (input: unknown, options: { readonly signal?: AbortSignal | null } = {}) =>
    new Promise<Response>((resolve, reject) => {
      const { signal = new AbortController().signal } = options
      const url = new URL(String(input))
      if (signal === null || !url.href.startsWith(shop.provider.url)) return
      signal.addEventListener('abort', () => reject(signal.reason))
      const answer = (body: object) => {
        answered.add(url)
        resolve(Response.json(body))
      }
      asked.push({ url, signal, answer })
    })
  return {
    fetch: fetch as typeof globalThis.fetch,
    asked,
    /** The requests that somebody still waits for. */
    waiting: () => asked.filter(({ url, signal }) => !signal.aborted && !answered.has(url)),
  }
}

let drawn: Drawn | undefined
let provider = frozenProvider()
beforeEach(() => {
  provider = frozenProvider()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  drawn?.remove()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** Waits for what needs no time of the clock, but modules that load and answers that are read. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 })
const hasAsked = (times: number) => soon(() => expect(provider.asked).toHaveLength(times))
const shows = (words: string) => soon(() => expect(text()).toContain(words))
const answer = async (body: object) => {
  await soon(() => expect(provider.waiting()).not.toHaveLength(0))
  provider.waiting().at(-1)?.answer(body)
}
const queries = () => new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
async function draw(tree: ReactNode, props: Partial<SluiceProviderProps> = {}) {
  const client = shop.client({ fetch: provider.fetch })
  drawn = shop.draw(tree, { client, queryClient: queries(), ...props })
  await pass(0)
}
const text = () => drawn?.element.textContent ?? ''
const timesSaid = () => text().split(slow).length - 1
const button = (name: string, within: ParentNode | undefined = drawn?.element) =>
  [...(within?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name)
const press = async (name: string, within?: ParentNode) => {
  flushSync(() => button(name, within)?.click())
  await pass(0)
}

const sale = (tokenId: number) => ({
  type: 'sale',
  fromAddress: `0x${'d4'.repeat(20)}`,
  toAddress: stranger,
  price: price(eth),
  timestamp: 1_700_000_000 + tokenId,
  contract: collection,
  token: { tokenId: String(tokenId), tokenName: `Work ${tokenId}` },
  txHash: `0x${tokenId.toString(16).padStart(64, '0')}`,
})
const activities = (tokenIds: readonly number[], continuation: string | null = null) => ({
  activities: tokenIds.map(sale),
  continuation,
})
const list = <ActivityList collection={collection} tokenLink={(_, name) => name} />

describe('a list that the provider leaves unanswered', () => {
  test('says so after five seconds, in a region that a screen reader knows by then', async () => {
    await draw(list)
    await pass(4_900)
    expect(text()).not.toContain(slow)
    const regions = [...(drawn?.element.querySelectorAll('[role="status"]') ?? [])]
    await pass(200)
    expect(timesSaid()).toBe(1)
    const said = regions.filter(({ textContent }) => textContent === slow)
    expect(said, 'the region was there, and has the sentence alone').toHaveLength(1)
  })

  test('sends a new request when it is asked again, and keeps the sentence and the focus meanwhile', async () => {
    await draw(list)
    await hasAsked(1)
    await pass(5_100)
    expect(provider.asked).toHaveLength(1)
    const pressed = button(retry)
    pressed?.focus()
    await press(retry)
    await hasAsked(2)
    expect(provider.waiting()).toHaveLength(1)
    expect(timesSaid()).toBe(1)
    expect(button(loading)).toBe(pressed)
    expect(document.activeElement).toBe(pressed)
    await press(loading)
    expect(provider.asked, 'a second click sends nothing').toHaveLength(2)
    await pass(5_100)
    await press(retry)
    await hasAsked(3)
  })

  test('is drawn and says nothing more as soon as the answer comes, and leaves no timer', async () => {
    await draw(list)
    await pass(5_100)
    await answer(activities([1]))
    await shows('Work 1')
    expect(text()).not.toContain(slow)
    drawn?.remove()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('leaves no timer when it goes before it is answered', async () => {
    await draw(list)
    await hasAsked(1)
    await pass(2_000)
    drawn?.remove()
    await pass(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('asks for the next page again, and keeps the pages that it has', async () => {
    await draw(list)
    await answer(activities([2], 'more'))
    await shows('Work 2')
    await press(en.activity.more)
    await hasAsked(2)
    await pass(5_100)
    expect(timesSaid()).toBe(1)
    expect(text()).toContain('Work 2')
    await press(retry)
    await hasAsked(3)
    expect(provider.asked.at(-1)?.url.searchParams.get('continuation')).toBe('more')
    await answer(activities([1]))
    await shows('Work 1')
    expect(text()).toContain('Work 2')
    expect(text()).not.toContain(slow)
  })

  test('says nothing where the page says it', async () => {
    await draw(list, { saysSlow: false })
    await pass(20_000)
    expect(text()).not.toContain(slow)
  })

  test("is the same for the account's own orders", async () => {
    await draw(<OwnOrders side="offer" />, { wallet: shop.wallet() })
    await pass(5_100)
    expect(timesSaid()).toBe(1)
  })
})

describe('a page', () => {
  function Page() {
    const { isSlow, askAgain } = useSlowReads()
    const { data } = useActivity({ collection })
    return (
      <>
        <p>{data?.map(({ token }) => token?.tokenName).join()}</p>
        <button type="button" onClick={askAgain}>
          {isSlow ? 'slow' : 'usual'}
        </button>
      </>
    )
  }

  test('keeps what it shows while it is read anew and no answer comes', async () => {
    const queryClient = queries()
    await draw(<Page />, { queryClient })
    await answer(activities([1]))
    await shows('Work 1')
    void queryClient.invalidateQueries()
    await pass(5_100)
    expect(text()).toContain('Work 1')
    expect(button('slow')).toBeDefined()
    expect(provider.asked).toHaveLength(2)
    await press('slow')
    await hasAsked(3)
    expect(text()).toContain('Work 1')
    await answer(activities([2]))
    await shows('Work 2')
    expect(button('usual')).toBeDefined()
  })

  test('does not take answers that come one after the other for a slow one', async () => {
    const queryClient = queries()
    await draw(<Page />, { queryClient })
    for (let read = 1; read < 4; read += 1) {
      await pass(4_000)
      await answer(activities([read]))
      await shows(`Work ${read}`)
      void queryClient.invalidateQueries()
      await pass(10)
    }
    expect(button('usual')).toBeDefined()
  })
})

test('what no longer asks whether reads are slow leaves no timer while they go on', async () => {
  function Asking() {
    return useSlowReads().isSlow ? 'slow' : 'usual'
  }
  function Reading() {
    const [asks, setAsks] = useState(false)
    useActivity({ collection })
    return (
      <>
        <button type="button" onClick={() => setAsks(!asks)}>
          turn
        </button>
        {asks ? <Asking /> : null}
      </>
    )
  }
  await draw(<Reading />)
  const before = vi.getTimerCount()
  await press('turn')
  expect(vi.getTimerCount()).toBe(before + 1)
  await press('turn')
  expect(vi.getTimerCount()).toBe(before)
})

describe('a dialog whose reads are left unanswered', () => {
  test.each([
    ['to buy', () => <BuyDialog token={refOf(1)} open onOpenChange={() => {}} />],
    ['to transfer', () => <TransferDialog tokens={[refOf(1)]} open onOpenChange={() => {}} />],
  ])('says so, and asks again: %s', async (_, tree) => {
    await draw(tree(), { wallet: shop.wallet() })
    await soon(() => expect(provider.asked).not.toHaveLength(0))
    await pass(4_800)
    expect(dialog().textContent).not.toContain(slow)
    await pass(500)
    const before = provider.asked.length
    expect(dialog().textContent?.split(slow)).toHaveLength(2)
    await press(retry, dialog())
    await hasAsked(2 * before)
    expect(provider.waiting()).toHaveLength(before)
  })
})
