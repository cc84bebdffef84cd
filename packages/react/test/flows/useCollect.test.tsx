import { beforeEach, describe, expect, test } from 'vitest'
import { CollectDialog } from '../../src/dialogs/CollectDialog.tsx'
import { type CollectFlow, type CollectInput, useCollect } from '../../src/flows/useCollect.ts'
import { sweepLimit } from '../../src/flows/useSweep.ts'
import { en } from '../../src/locales/en.ts'
import { collection, eth, native, pathRow } from '../support/answers.ts'
import { buttons, isOpen, press, says, type, written } from '../support/dom.ts'
import { until } from '../support/page.ts'
import { type FormOf, formOf, type Shown, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeEach(() => {
  shop.balances.set(native, 1_000n * eth)
  offers(2)
})

const price = eth / 20n
const mintRow = (quantity: number) => ({
  ...pathRow(0, price, { quantity }),
  orderId: null,
  tokenId: null,
})
/** Has the provider offer so many new tokens, and one listing for a whole coin. */
const offers = (mints: number) =>
  shop.provider.on('/execute/buy/v7', ({ body }) => {
    const wanted: number = body.items[0].quantity ?? 30
    const path = [
      ...(mints > 0 ? [mintRow(Math.min(mints, wanted))] : []),
      ...(wanted > mints ? [pathRow(9, eth)] : []),
    ]
    return { body: { steps: [], path, errors: [] } }
  })
const show = (input: Partial<CollectInput> = {}): Shown<CollectFlow> =>
  shop.show(() => useCollect({ collection, ...input }), { wallet: shop.wallet() })
const ready = (shown: Shown<CollectFlow>, holds: (flow: FormOf<CollectFlow>) => boolean = () => true) =>
  formOf(shown, (flow) => flow.status === 'ready' && holds(flow))

describe('what is collected', () => {
  test('a new token to begin with, at the price of the mint', async () => {
    expect(await ready(show())).toMatchObject({
      quantity: 1,
      available: 3,
      minted: 1,
      totals: [{ amount: price, symbol: 'ETH' }],
    })
  })

  test('new tokens and a listed one together, where the mint has no more', async () => {
    const shown = show()
    ;(await ready(shown)).setQuantity(3)
    expect(await ready(shown, ({ quantity, minted }) => quantity === 3 && minted === 2)).toMatchObject({
      totals: [{ amount: 2n * price + eth }],
    })
  })

  test('a listed token where the mint is sold out', async () => {
    offers(0)
    expect(await ready(show())).toMatchObject({ minted: 0, totals: [{ amount: eth }] })
  })

  test.each([0, -1, 1.5, Number.NaN, sweepLimit + 1])(
    'a quantity of %s cannot be confirmed',
    async (given) => {
      const shown = show()
      ;(await ready(shown)).setQuantity(given)
      expect(await formOf(shown, ({ status }) => status === 'invalid')).toMatchObject({
        reason: 'bad_quantity',
      })
    },
  )

  test('nothing, and why, where there is nothing to get or the provider does not answer', async () => {
    for (const [digit, answer] of [
      ['4', { status: 400, body: { message: 'Collection has no eligible mints' } }],
      ['5', { status: 400, body: { message: 'No fillable orders' } }],
      ['6', { body: { steps: [], path: [], errors: [] } }],
    ] as const) {
      shop.provider.on('/execute/buy/v7', answer)
      const shown = show({ collection: `0x${digit.repeat(40)}` })
      expect(await shown.until(({ status }) => status === 'unavailable')).toMatchObject({
        reason: 'nothing_to_collect',
      })
    }
    shop.provider.on('/execute/buy/v7', { status: 500, body: {} })
    expect(
      await show({ collection: `0x${'77'.repeat(20)}` }).until(({ status }) => status === 'unavailable'),
    ).toMatchObject({
      reason: 'unreachable',
    })
  })

  test('no more than the account can pay for', async () => {
    shop.balances.set(native, price - 1n)
    const short = await formOf(show(), (flow) => flow.status === 'invalid' && flow.reason !== 'quoting')
    expect(short).toMatchObject({ reason: 'low_balance' })
  })
})

test('what is confirmed is asked for with the price that was shown', async () => {
  const shown = show()
  const flow = await ready(shown)
  shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'no' } })
  if (flow.status === 'ready') flow.confirm()
  await shown.until(({ status }) => status === 'failed')
  expect(shop.asked('/execute/buy/v7')).toMatchObject({ items: [{ collection, quantity: 1 }] })
})

test('the dialog says how many tokens are new and how many are bought', async () => {
  const drawn = shop.draw(<CollectDialog open collection={collection} name="Works" />, {
    wallet: shop.wallet(),
  })
  try {
    await until(() => isOpen() && buttons()[en.collect.mint] === 'enabled', 'the mint', written)
    expect(written()).toContain(en.collect.minted(1))
    type(en.fields.quantity, '3')
    await says(en.collect.minted(2))
    expect(written()).toContain(en.collect.listed(1))
    await until(() => buttons()[en.collect.action] === 'enabled', 'both', written)
    shop.provider.on('/execute/buy/v7', { status: 400, body: { message: 'no' } })
    press(en.collect.action)
    await says(en.money.untouched)
  } finally {
    drawn.remove()
  }
})
