import '../../../packages/react/test/support/browser.ts'
import { createClient, memoryStorage } from '@sluice/core'
import { loadMessages, SluiceProvider, useCollections, useListings, useTokens } from '@sluice/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../../packages/react/test/support/page.ts'
import { LocaleProvider } from '../src/locale.tsx'
import { en } from '../src/locales/en.ts'
import { loadLocale } from '../src/locales/loadLocale.ts'
import { MarketProvider } from '../src/market.tsx'
import { Unanswered } from '../src/parts/Unanswered.tsx'
import { scope } from '../src/reads.ts'

const page = await openPage()
const locale = await loadLocale('en')
const english = await loadMessages('en')
const german = await loadMessages('de')
const { slow } = english.common
const { retry, loading, failedTitle } = en.common
const chain = { id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }
const collection = `0x${'c3'.repeat(20)}`

type Asked = { readonly path: string; readonly signal: AbortSignal; readonly answer: (body: object) => void }
const state: { asked: Asked[]; root?: ReturnType<typeof page.mount> } = { asked: [] }
const waiting = () => state.asked.filter(({ signal }) => !signal.aborted)

/** Takes every request, and leaves it unanswered until the test answers it. */
const frozen = (input: unknown, options: RequestInit = {}) =>
  new Promise<Response>((resolve, reject) => {
    const signal = options.signal ?? new AbortController().signal
    signal.addEventListener('abort', () => reject(signal.reason))
    const path = new URL(String(input)).pathname
    state.asked.push({ path, signal, answer: (body) => resolve(Response.json(body)) })
  })

beforeEach(() => {
  state.asked = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  state.root?.unmount()
  document.body.replaceChildren()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** Waits for what needs no time of the clock, but modules that load and answers that are read. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 })
const shows = (words: string) => soon(() => expect(text()).toBe(words))
const answer = async (body: object) => {
  await soon(() => expect(waiting()).toHaveLength(1))
  waiting()[0]?.answer(body)
}
const text = () => document.body.textContent ?? ''
const button = () => document.querySelector('button')
const press = async () => {
  flushSync(() => button()?.click())
  await pass(0)
}

function Names() {
  const { data = [] } = useCollections({ limit: 12 })
  return data.map(({ id, name }) => <b key={id}>{name}</b>)
}

/** Draws the notice over the lists of a page, as the market does. */
async function draw(lists: ReactNode, messages = english) {
  const client = createClient({ chains: [chain], fetch: frozen as typeof fetch, storage: memoryStorage() })
  const queries = { retry: false, gcTime: Number.POSITIVE_INFINITY }
  const queryClient = new QueryClient({ defaultOptions: { queries } })
  const config = { chains: [{ slug: 'test', chain }] }
  const root = page.mount(null)
  state.root = root
  flushSync(() =>
    root.render(
      <StrictMode>
        <LocaleProvider first={locale}>
          <QueryClientProvider client={queryClient}>
            <SluiceProvider client={client} scope={scope} messages={messages} saysSlow={false}>
              <MarketProvider config={config} slug="test">
                <Unanswered />
                {lists}
              </MarketProvider>
            </SluiceProvider>
          </QueryClientProvider>
        </LocaleProvider>
      </StrictMode>,
    ),
  )
  await pass(0)
  return queryClient
}

const works = { collections: [{ id: collection, name: 'Works' }], continuation: null }

test('a page whose lists wait for an answer says so once, in a region that is there before', async () => {
  function Lists() {
    useListings({ limit: 12 })
    useTokens({ collection, limit: 12 })
    return null
  }
  await draw(
    <>
      <Names />
      <Lists />
    </>,
  )
  const regions = [...document.querySelectorAll('[role="status"]')]
  await pass(4_900)
  expect(text()).toBe('')
  await pass(200)
  expect(text()).toBe(slow + retry)
  expect(regions.map(({ textContent }) => textContent)).toEqual([slow])
})

test('it is said in the language of the page', async () => {
  await draw(<Names />, german)
  await pass(5_100)
  expect(text()).toContain(german.common.slow)
})

test('asking again sends every request anew, and the answer fills the page and ends the sentence', async () => {
  await draw(<Names />)
  await soon(() => expect(waiting()).toHaveLength(1))
  await pass(5_100)
  const before = state.asked.length
  await press()
  await soon(() => expect(state.asked).toHaveLength(before + 1))
  expect(waiting()).toHaveLength(1)
  expect(text()).toBe(slow + loading)
  await answer(works)
  await shows('Works')
})

test('an answer that comes late needs no click', async () => {
  await draw(<Names />)
  await pass(8_000)
  await answer(works)
  await shows('Works')
})

test('what is shown stays while it is read anew: first that it takes long, then that it may be old', async () => {
  const queryClient = await draw(<Names />)
  await answer(works)
  await shows('Works')
  void queryClient.invalidateQueries()
  await pass(5_100)
  expect(text()).toBe(`${slow}${retry}Works`)
  await pass(120_000)
  expect(text()).toContain(failedTitle)
  expect(text()).not.toContain(slow)
  expect(text()).toContain('Works')
  const before = state.asked.length
  await press()
  await soon(() => expect(state.asked.length).toBeGreaterThan(before))
})

test('a page that is left while it waits keeps no timer', async () => {
  await draw(<Names />)
  await soon(() => expect(waiting()).toHaveLength(1))
  await pass(2_000)
  state.root?.unmount()
  await pass(0)
  expect(vi.getTimerCount()).toBe(0)
})
