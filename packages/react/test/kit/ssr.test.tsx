import { createClient, type Execution, type Review, TradeError } from '@sluice/core'
import { createElement, type FunctionComponent, type ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as components from '../../src/components.ts'
import * as kit from '../../src/index.ts'
import * as wagmi from '../../src/wagmi.ts'

const client = createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }] })
const token = `0x${'a1'.repeat(20)}:7`
const hash = `0x${'b2'.repeat(32)}` as const
const verdict: Review['verdict'] = {
  digest: hash,
  decision: 'allow',
  proof: 'static',
  findings: [],
  items: [],
  settled: [],
  effects: { give: [], get: [], fees: [], authority: [] },
}
const execution = {
  id: '1',
  action: 'buy',
  chainId: 1,
  status: 'running',
  steps: [],
  items: [],
} as unknown as Execution

const order = {
  maker: `0x${'1'.repeat(40)}`,
  taker: `0x${'2'.repeat(40)}`,
  status: 'active',
  isCovered: false,
}

/** What a server would draw of each export that draws: its usual properties, and every dialog open. */
const drawings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AcceptOfferButton: { items: [{ token }] },
  AcceptOfferDialog: { items: [{ token }], open: true },
  ActivityList: { token },
  AddToCartButton: { token },
  Address: { of: token.split(':')[0] },
  AuctionDialog: { token, open: true },
  BidButton: { target: { token }, name: 'Seven' },
  BidDialog: { target: { token }, name: 'Seven', open: true },
  Boundary: { fallback: () => null, children: 'Text' },
  Button: { children: 'Press' },
  BuyButton: { token },
  BuyDialog: { token, open: true },
  CancelButton: { orderIds: [hash], side: 'listing', name: 'Seven' },
  CancelDialog: { orderIds: [hash], side: 'listing', name: 'Seven', open: true },
  Cart: { open: true },
  CartButton: {},
  ConnectDialog: { onConnect: () => {}, open: true },
  Dialog: { title: 'Title', open: true, children: 'Text' },
  EditButton: { orderId: hash, side: 'listing', name: 'Seven' },
  EditDialog: { orderId: hash, side: 'listing', name: 'Seven', open: true },
  ErrorNote: { error: new TradeError('provider_error', 'No.') },
  ExternalLink: { href: 'https://explorer.example/tx/1', children: 'Link' },
  Inline: { children: 'Text' },
  Journal: {},
  ListButton: { token },
  ListDialog: { token, open: true },
  ListManyButton: { tokens: [token] },
  ListManyDialog: { tokens: [token], open: true },
  Note: { title: 'Title', children: 'Text', urgent: true },
  Estimate: { of: { amount: 5n, decimals: 1, currency: `0x${'0'.repeat(40)}` } },
  OrderNotes: { of: order },
  OrderState: { of: order },
  OwnOrders: { side: 'offer' },
  EnforcedRoyalty: { collection: `0x${'11'.repeat(20)}` },
  OrderPrice: { of: order },
  Price: { of: { amount: 5n, decimals: 1, symbol: 'ETH', address: `0x${'0'.repeat(40)}` } },
  Prices: { of: [] },
  Sentence: { of: '{one} of two', parts: { one: 1 } },
  PendingTrades: {},
  ResumeNote: {},
  ReviewCard: { review: { action: 'buy', chainId: 1, verdict } },
  Select: { label: 'One', value: 'a', options: [{ value: 'a', label: 'A' }], onChange: () => {} },
  ShadowScope: { styles: { href: '/styles.css' }, children: 'Text' },
  SluiceProvider: { client },
  StepList: { execution },
  CollectButton: { collection: token.split(':')[0], name: 'Many' },
  CollectDialog: { collection: token.split(':')[0], name: 'Many', open: true },
  SweepButton: { collection: token.split(':')[0], name: 'Many' },
  SweepDialog: { collection: token.split(':')[0], name: 'Many', open: true },
  TokenMedia: { image: 'https://media.example/7.png', alt: 'Seven' },
  TokenPicture: { image: 'https://media.example/7.png', alt: 'Seven' },
  TransferButton: { tokens: [token] },
  TransferDialog: { tokens: [token], open: true },
  When: { at: Date.UTC(2026, 0, 1) },
}

const exported: Readonly<Record<string, unknown>> = { ...kit, ...components, ...wagmi }
const isComponent = (value: unknown): value is FunctionComponent =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)
const drawn = Object.entries(exported).flatMap(([name, value]) =>
  /^[A-Z]/.test(name) && isComponent(value) ? [[name, value] as const] : [],
)
const inKit = (children: ReactNode) => createElement(kit.SluiceProvider, { client }, children)

test('there is a drawing for every component that is exported, and none for what is not', () => {
  expect(drawn.map(([name]) => name).sort()).toEqual(Object.keys(drawings).sort())
  expect(typeof window).toBe('undefined')
})

test.each(drawn)('%s is drawn by a server that has no window', async (name, component) => {
  const text = renderToString(inKit(createElement(component, drawings[name] as object)))
  expect(typeof text).toBe('string')
  const stream = await renderToReadableStream(inKit(createElement(component, drawings[name] as object)), {
    onError: (error) => {
      throw error
    },
  })
  expect(await new Response(stream).text()).toContain(text.slice(0, 20))
})

test('the elements can be imported where there are none', async () => {
  expect(typeof customElements).toBe('undefined')
  const { defineElements } = await import('../../src/elements/defineElements.ts')
  expect(typeof defineElements).toBe('function')
})
