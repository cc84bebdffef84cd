import { type Client, type ClientConfig, createClient, memoryStorage, type Wallet } from '@sluice/core'
import { mainnet } from '@sluice/core/chains'
import { type ReactNode, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { numberToHex } from 'viem'
import { afterAll } from 'vitest'
import { type Reply, startTestProvider, type TestProvider } from '../../../core/test/support/provider.ts'
import { SluiceProvider, type SluiceProviderProps } from '../../src/kit/SluiceProvider.tsx'
import { account } from './answers.ts'
import { openPage, type Page, until } from './page.ts'

/** A wallet that shows an account and, by default, refuses every request. */
export type TestWallet = Wallet & {
  /** What it was asked to send or sign, in order. */
  readonly prompts: unknown[]
  /** Answers the next prompts; by default the user rejects (EIP-1193: 4001). */
  answer: (prompt: unknown) => unknown
}

/** What a hook returns, render by render. */
export type Shown<T> = {
  readonly now: T
  readonly renders: number
  /** Resolves with the first value for which `holds` is true, now or later. */
  readonly until: (holds: (value: T) => boolean, what?: string) => Promise<T>
  /** Renders with another hook or other props of the provider. */
  readonly again: (use?: () => T, props?: Partial<SluiceProviderProps>) => void
  /** Takes the component off the page, as a closed dialog does; the kit stays. */
  readonly close: () => void
  readonly leave: () => void
}

/** A tree on the page, and the function that takes it off. */
export type Drawn = { readonly element: HTMLElement; readonly remove: () => void }

/** A provider and a node over real HTTP whose answers a test writes, a real client, and a page to render in. */
export type Shop = {
  readonly page: Page
  readonly provider: TestProvider
  /** Base units of each currency that the node shows for every account; absent is zero. */
  readonly balances: Map<string, bigint>
  readonly client: (settings?: Partial<ClientConfig>) => Client
  readonly wallet: () => TestWallet
  readonly show: <T>(use: () => T, props?: Partial<SluiceProviderProps>) => Shown<T>
  /** Draws a tree inside a kit, in its own element of the page. */
  readonly draw: (tree: ReactNode, props?: Partial<SluiceProviderProps>) => Drawn
  /** The body of the last request to a path. */
  readonly asked: (path: string) => unknown
  readonly close: () => Promise<void>
}

const list = (key: string) => (items: readonly unknown[]) => ({ body: { [key]: items, continuation: null } })
/** Answers of the provider's lists. */
export const lists = {
  tokens: list('tokens'),
  collections: list('collections'),
  orders: list('orders'),
  activities: list('activities'),
}

async function openShop(): Promise<Shop> {
  const page = await openPage()
  const provider = await startTestProvider()
  const node = await startTestProvider('')
  const balances = new Map<string, bigint>()
  node.on('*', ({ body }) => ({ body: nodeAnswer(body, balances) }))
  for (const path of ['/users/*', '/tokens/v7']) provider.on(path, lists.tokens([]))
  provider.on('/collections/v7', lists.collections([]))
  provider.on('/users/activity/v6', lists.activities([]))
  const client: Shop['client'] = (settings = {}) =>
    createClient({
      chains: [{ ...mainnet, baseApiUrl: provider.url, rpcUrls: [node.url] }],
      storage: memoryStorage(),
      pollingInterval: 100,
      ...settings,
    })
  return {
    page,
    provider,
    balances,
    client,
    wallet: testWallet,
    show: (use, props = {}) => showIn(page, use, { client: client(), ...props }),
    draw: (tree, props = {}) => {
      const found: { element?: HTMLElement } = {}
      const keep = (element: HTMLElement | null) => {
        if (element !== null) found.element = element
      }
      const root = page.mount(null)
      flushSync(() =>
        root.render(inKit(<section ref={keep}>{tree}</section>, { client: client(), ...props })),
      )
      if (found.element === undefined) throw new Error('Nothing was drawn')
      return { element: found.element, remove: () => root.unmount() }
    },
    asked: (path) => provider.requests.findLast((request) => request.path === path)?.body,
    close: async () => {
      await page.close()
      await Promise.all([provider.stop(), node.stop()])
    },
  }
}

/** The shop of a test file: open before its tests, closed after them. */
export async function withShop(): Promise<Shop> {
  const shop = await openShop()
  afterAll(() => shop.close())
  return shop
}

/** A flow that shows a form. */
export type FormOf<TFlow> = Extract<TFlow, { readonly status: 'invalid' | 'ready' }>

/** Resolves with the form of a flow for which `holds` is true, now or later. */
export async function formOf<TFlow extends { readonly status: string }>(
  shown: Shown<TFlow>,
  holds: (form: FormOf<TFlow>) => boolean = () => true,
): Promise<FormOf<TFlow>> {
  const isForm = (flow: TFlow): flow is FormOf<TFlow> => flow.status === 'invalid' || flow.status === 'ready'
  const flow = await shown.until((one) => isForm(one) && holds(one), 'the form')
  if (!isForm(flow)) throw new Error('There is no form')
  return flow
}

/** Types a price into a form. Resolves with the form that has it, once the floor is read that it is compared with. */
export async function typePrice<TFlow extends { readonly status: string }>(
  shown: Shown<TFlow>,
  text: string,
): Promise<Priced<TFlow>> {
  const isPriced = (flow: TFlow): flow is Priced<TFlow> => 'setPrice' in flow
  const before = await shown.until(isPriced, 'the form')
  if (isPriced(before)) before.setPrice(text)
  const isRead = (one: TFlow) => !('reason' in one && one.reason === 'checking')
  const flow = await shown.until((one) => isPriced(one) && one.price === text && isRead(one), text)
  if (!isPriced(flow)) throw new Error('There is no form')
  return flow
}
type Priced<TFlow> = Extract<TFlow, { readonly price: string; readonly setPrice: (price: string) => void }>

/** Why a form is invalid; the status of a flow that has no invalid form. */
export const reasonOf = (flow: {
  readonly status: string
  readonly reason?: string | undefined
}): string | undefined => (flow.status === 'invalid' ? flow.reason : flow.status)

/** Renders a hook inside a kit of its own. */
export function showIn<T>(
  page: Page,
  use: () => T,
  props: Partial<SluiceProviderProps> & { readonly client: Client },
): Shown<T> {
  const state = { use, props, open: true, values: [] as T[] }
  const Probe = () => {
    const value = state.use()
    useEffect(() => {
      state.values.push(value)
    })
    return null
  }
  const tree = () => inKit(state.open ? <Probe /> : null, state.props)
  const root = page.mount(tree())
  const render = () => flushSync(() => root.render(tree()))
  return {
    get now() {
      return state.values.at(-1) as T
    },
    get renders() {
      return state.values.length
    },
    until: async (holds, what = 'the state that is waited for') => {
      const last = () => state.values.at(-1) as T
      const seen = () => JSON.stringify(last(), ['status', 'reason', 'error', 'code', 'message', 'flow'])
      await until(() => state.values.length > 0 && holds(last()), what, seen)
      return state.values.at(-1) as T
    },
    again: (next = state.use, more = {}) => {
      Object.assign(state, { use: next, props: { ...state.props, ...more }, open: true })
      render()
    },
    close: () => {
      state.open = false
      render()
    },
    leave: () => root.unmount(),
  }
}

/** A kit whose cart is kept nowhere. */
const inKit = (
  children: ReactNode,
  props: Partial<SluiceProviderProps> & { readonly client: Client },
): ReactNode => (
  <SluiceProvider cartStorage={{ read: () => null, write: () => {} }} {...props}>
    {children}
  </SluiceProvider>
)

/** A node that knows balances, code of no contract, and nothing else. */
function nodeAnswer(body: unknown, balances: ReadonlyMap<string, bigint>): unknown {
  if (Array.isArray(body)) return body.map((one) => nodeAnswer(one, balances))
  const { id, method, params } = body as { id: number; method: string; params: readonly unknown[] }
  const result = (value: unknown) => ({ jsonrpc: '2.0', id, result: value })
  const native = `0x${'0'.repeat(40)}`
  if (method === 'eth_chainId') return result('0x1')
  if (method === 'eth_getBalance') return result(numberToHex(balances.get(native) ?? 0n))
  if (method === 'eth_call') {
    const { to } = params[0] as { to: string }
    return result(numberToHex(balances.get(to.toLowerCase()) ?? 0n, { size: 32 }))
  }
  return { jsonrpc: '2.0', id, error: { code: -32601, message: `${method} is not there.` } }
}

function testWallet(): TestWallet {
  const prompts: unknown[] = []
  const asked = async (prompt: unknown) => {
    prompts.push(prompt)
    return wallet.answer(prompt)
  }
  const wallet: TestWallet = {
    prompts,
    answer: () => {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    },
    address: async () => account,
    chainId: async () => 1,
    switchChain: async () => undefined,
    sendTransaction: async (call) => String(await asked(call)),
    signTypedData: async (request) => (await asked(request)) as `0x${string}`,
  }
  return wallet
}

/** A reply that comes when the test lets it. */
export function held(reply: Reply): { readonly answer: () => Promise<Reply>; readonly release: () => void } {
  const gate: { open: () => void } = { open: () => {} }
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  return {
    answer: async () => {
      await opened
      return reply
    },
    release: () => gate.open(),
  }
}
