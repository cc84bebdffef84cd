import { type Execution, TradeError } from '@sluice/core'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { FailedFlow } from '../../src/flows/flow.ts'
import type { CartItem } from '../../src/kit/cart.ts'
import { en } from '../../src/locales/en.ts'
import { CheckoutView } from '../../src/progress/CheckoutView.tsx'
import { orderId, refOf } from '../support/answers.ts'
import { until } from '../support/page.ts'
import { withShop } from '../support/shop.tsx'

const shop = await withShop()

const execution = {
  id: 'run',
  action: 'buy',
  chainId: 1,
  status: 'failed',
  agreed: [0, 1].map((index) => ({ slot: `item:${index}`, units: 1, optional: true })),
  past: [],
  path: [],
  problems: [],
  steps: [],
  money: 'untouched',
  startedAt: 1,
} as unknown as Execution

async function draw(failing: readonly number[]) {
  const removed: CartItem[] = []
  const resets: number[] = []
  const data = {
    failing: failing.map((id) => ({ index: id - 1, orderId: orderId(id), token: refOf(id) })),
  }
  const flow: FailedFlow = {
    status: 'failed',
    execution,
    error: new TradeError('transaction_would_fail', 'It would fail.', failing.length === 0 ? {} : { data }),
    retry: () => {},
    reset: () => resets.push(1),
  }
  const { element } = shop.draw(
    <CheckoutView
      flow={flow}
      chainId={1}
      names={new Map([[refOf(2), 'Azure #2']])}
      onClose={() => {}}
      onRemove={(items) => removed.push(...items)}
    />,
  )
  await until(() => element.textContent.includes(en.errors.transaction_would_fail.title), 'the error')
  return { element, removed, resets }
}

test('a purchase that one token makes fail says which one, and goes on without it', async () => {
  const { element, removed, resets } = await draw([2])
  expect(element.textContent).toContain(en.cart.failing('Azure #2', 1))
  expect(element.textContent).toContain(en.errors.transaction_would_fail.title)
  const button = [...element.querySelectorAll('button')].find(
    ({ textContent }) => textContent === en.cart.removeGone(1),
  )
  flushSync(() => button?.click())
  // An entry of the cart names its listing, or its token alone.
  expect(removed).toEqual([
    { chainId: 1, token: refOf(2), quantity: 1 },
    { chainId: 1, token: refOf(2), orderId: orderId(2), quantity: 1 },
  ])
  expect(resets).toHaveLength(1)
})

test('several are named together, one without a name by its number', async () => {
  const { element } = await draw([1, 2])
  expect(element.textContent).toContain(en.cart.failing('#1 and Azure #2', 2))
})

test('nothing is said where it is not known which one fails', async () => {
  const { element } = await draw([])
  expect(element.textContent).not.toContain('without it')
})
