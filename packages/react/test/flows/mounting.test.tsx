import { setImmediate as turn } from 'node:timers/promises'
import { type Client, eip1193Wallet, type Wallet } from '@sluice/core'
import { type ReactNode, StrictMode, Suspense, use, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { plainClock } from '../../../core/test/faults/support/clock.ts'
import { eth, openWorld, type World } from '../../../core/test/faults/support/world.ts'
import { type BuyFlow, useBuy } from '../../src/flows/useBuy.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { openPage, type Page, until } from '../support/page.ts'

/** What pages do to components, with a real purchase on a real chain going on behind them. */
let world: World
let page: Page
const told: unknown[][] = []
beforeAll(async () => {
  world = await openWorld()
  page = await openPage()
})
beforeEach(() => {
  world.begin(plainClock())
  told.length = 0
  vi.spyOn(console, 'error').mockImplementation((...messages) => void told.push(messages))
  world.provider.on('/tokens/v7', ({ query }) => tokenNamed(query.get('tokens') ?? ''))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.finish()
  // What React has to complain of, it says there.
  expect(told).toEqual([])
})
afterAll(async () => {
  await page?.close()
  await world?.stop()
})

function tokenNamed(ref: string) {
  const [contract, tokenId] = ref.split(':')
  const currency = { contract: `0x${'0'.repeat(40)}`, symbol: 'ETH', decimals: 18 }
  const price = { currency, amount: { raw: `${eth}` } }
  const token = { contract, tokenId, kind: 'erc721', owner: world.seller.account }
  const floorAsk = { id: `0x${'1'.repeat(64)}`, price, maker: world.seller.account }
  return { body: { tokens: [{ token, market: { floorAsk } }] } }
}

type Seen = { flow: BuyFlow | undefined; renders: number }
/** A host that only looks. */
function Look({ token, seen }: { readonly token: string; readonly seen: Seen }): ReactNode {
  seen.flow = useBuy({ token })
  return seen.flow.status
}
/** A host that starts what it shows as soon as it can, in an effect: as wrong as hosts are. */
function Eager({ token, seen }: { readonly token: string; readonly seen: Seen }): ReactNode {
  const flow = useBuy({ token })
  seen.flow = flow
  seen.renders += 1
  useEffect(() => {
    if (flow.status === 'ready') flow.confirm()
    if (flow.status === 'reviewing') flow.approve?.()
  }, [flow])
  return flow.status
}
const inKit = (client: Client, wallet: Wallet, children: ReactNode) => (
  <SluiceProvider client={client} wallet={wallet} cartStorage={{ read: () => null, write: () => {} }}>
    {children}
  </SluiceProvider>
)
const unseen = (): Seen => ({ flow: undefined, renders: 0 })
/** The wallet's window stays open until it is let go. */
function holdWindow(): () => void {
  const gate: { open: () => void } = { open: () => {} }
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    await opened
    return next()
  })
  return gate.open
}
const quickly = () => world.client({ pollingInterval: 200 })
/** Plans with steps: quotes have none. */
const plans = () =>
  world.provider.requests.filter(({ path, body }) => path === '/execute/buy/v7' && body.onlyPath !== true)

test('F85: a dialog that is gone while the wallet asks leaves the purchase to the client, and renders no more', async () => {
  const { token, tokenId } = await world.listed()
  const [client, wallet, seen] = [quickly(), eip1193Wallet(world.buyer.provider), unseen()]
  const letGo = holdWindow()
  const root = page.mount(inKit(client, wallet, <Eager token={token} seen={seen} />))
  await until(() => world.buyer.prompts.length === 1, 'the prompt')
  expect(seen.flow?.status).toBe('running')
  const ended = new Promise<string>((resolve) => client.on('*', ({ kind }) => resolve(kind)))
  root.unmount()
  const { renders } = seen
  letGo()
  expect(await ended).toBe('purchase_complete')
  await turn()
  expect(seen.renders).toBe(renders)
  expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
})

test('F85: a dialog that is closed and opened again shows the same purchase, up to its end', async () => {
  const { token } = await world.listed()
  const [client, wallet] = [quickly(), eip1193Wallet(world.buyer.provider)]
  const [first, second] = [unseen(), unseen()]
  const letGo = holdWindow()
  const root = page.mount(inKit(client, wallet, <Eager token={token} seen={first} />))
  await until(() => world.buyer.prompts.length === 1, 'the prompt')
  const show = (children: ReactNode) => flushSync(() => root.render(inKit(client, wallet, children)))
  show(null)
  show(<Eager key="again" token={token} seen={second} />)
  expect(second.flow?.status).toBe('running')
  letGo()
  await until(() => second.flow?.status === 'complete', 'the end')
  expect(world.buyer.prompts).toHaveLength(1)
  expect(plans()).toHaveLength(1)
  root.unmount()
})

test('F86: StrictMode mounts everything twice, and there is one purchase, one prompt and one event', async () => {
  const { token, tokenId } = await world.listed()
  const [client, wallet, seen] = [quickly(), eip1193Wallet(world.buyer.provider), unseen()]
  const kinds: string[] = []
  client.on('*', ({ kind }) => kinds.push(kind))
  const root = page.mount(inKit(client, wallet, <Look token={token} seen={seen} />))
  await until(() => seen.flow?.status === 'ready', 'the price')
  const starts = { count: 0 }
  const Twice = () => {
    useEffect(() => {
      starts.count += 1
    }, [])
    return <Eager token={token} seen={seen} />
  }
  // What mounts now is ready at once, so that its effect runs, is undone and runs again with a purchase in it.
  const strict = (
    <StrictMode>
      <Twice />
    </StrictMode>
  )
  flushSync(() => root.render(inKit(client, wallet, strict)))
  await until(() => seen.flow?.status === 'complete', 'the end')
  expect(starts.count).toBe(2)
  expect(plans()).toHaveLength(1)
  expect(world.buyer.prompts).toHaveLength(1)
  expect(world.buyer.sent).toHaveLength(1)
  expect(kinds).toEqual(['purchase_complete'])
  expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
  root.unmount()
})

test('F87: a thousand renders, and parts that suspend among them, ask nothing more of anybody', async () => {
  const { token } = await world.listed()
  const [client, wallet, seen] = [quickly(), eip1193Wallet(world.buyer.provider), unseen()]
  const letGo = holdWindow()
  const Late = ({ when }: { readonly when: Promise<void> }) => use(when) ?? null
  const tree = (when: Promise<void>) =>
    inKit(
      client,
      wallet,
      <>
        <Eager token={token} seen={seen} />
        <Suspense fallback="wait">
          <Late when={when} />
        </Suspense>
      </>,
    )
  const root = page.mount(tree(Promise.resolve()))
  await until(() => world.buyer.prompts.length === 1, 'the prompt')
  const [asked, rendered] = [world.provider.requests.length, seen.renders]
  for (let index = 0; index < 1_000; index += 1) {
    const late = index % 50 === 0 ? new Promise<void>((resolve) => setTimeout(resolve, 1)) : Promise.resolve()
    flushSync(() => root.render(tree(late)))
    // What the render began happens now, if it began anything.
    if (index % 10 === 0) await turn()
  }
  expect(seen.renders).toBeGreaterThanOrEqual(rendered + 1_000)
  expect(world.provider.requests).toHaveLength(asked)
  expect(world.buyer.prompts).toHaveLength(1)
  letGo()
  await until(() => seen.flow?.status === 'complete', 'the end')
  expect(plans()).toHaveLength(1)
  expect(world.buyer.sent).toHaveLength(1)
  root.unmount()
})
