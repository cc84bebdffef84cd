import { type Client, eip1193Wallet, memoryStorage, type Wallet } from '@sluice/core'
import { zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { plainClock } from '../../../core/test/faults/support/clock.ts'
import { walletRefusal } from '../../../core/test/faults/support/wallet.ts'
import { eth, openWorld, type World } from '../../../core/test/faults/support/world.ts'
import { useAcceptOffer } from '../../src/flows/useAcceptOffer.ts'
import { useBid } from '../../src/flows/useBid.ts'
import { useBuy } from '../../src/flows/useBuy.ts'
import { useCancel } from '../../src/flows/useCancel.ts'
import { useCheckout } from '../../src/flows/useCheckout.ts'
import { useEdit } from '../../src/flows/useEdit.ts'
import { useJournal } from '../../src/flows/useJournal.ts'
import { useList } from '../../src/flows/useList.ts'
import { useListMany } from '../../src/flows/useListMany.ts'
import { useTransfer } from '../../src/flows/useTransfer.ts'
import { collectionRow, orderRow, price, tokenRow, userTokenRow } from '../support/answers.ts'
import { openPage, type Page } from '../support/page.ts'
import { lists, type Shown, showIn } from '../support/shop.tsx'

/** Every flow from the first reading to the proof, on a real chain. */
let world: World
let page: Page
beforeAll(async () => {
  world = await openWorld()
  page = await openPage()
})
beforeEach(() => {
  world.begin(plainClock())
  const refs = (query: URLSearchParams) => query.getAll('tokens').map((ref) => ref.split(':')[1] ?? '')
  world.provider.on('/tokens/v7', async ({ query }) =>
    lists.tokens(await Promise.all(refs(query).map((id) => rowOf(id)))),
  )
  world.provider.on('/users/*', async ({ path, query }) => {
    const owner = path.split('/')[2]
    if (!path.includes('/tokens/')) return { status: 404, body: {} }
    const owned = await Promise.all(
      refs(query).map(async (id) => ((await world.ownerOf(BigInt(id))) === owner ? [id] : [])),
    )
    return lists.tokens(owned.flat().map((id) => userTokenRow(id, 1, world.nft)))
  })
  world.provider.on('/collections/v7', lists.collections([{ ...collectionRow(), id: world.nft }]))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.finish()
})
afterAll(async () => {
  await page?.close()
  await world?.stop()
})

/** What the provider shows of a token: its owner, and the newest order for it. */
async function rowOf(id: string) {
  const order = [...world.market.orders.values()].findLast(
    (one) => one.order.offer[0]?.identifierOrCriteria === BigInt(id) && one.order.offer[0].itemType === 2,
  )
  return tokenRow(id, {
    contract: world.nft,
    owner: await world.ownerOf(BigInt(id)),
    ask: order === undefined ? undefined : price(order.order.consideration[0]!.startAmount),
    ...(order === undefined ? {} : { order: order.id, maker: order.order.offerer }),
  })
}
const refOf = (tokenId: bigint) => `${world.nft}:${tokenId}`
const quickly = () => world.client({ pollingInterval: 200, storage: memoryStorage() })
const buyer = () => eip1193Wallet(world.buyer.provider)
const seller = () => eip1193Wallet(world.seller.provider)
const show = <T,>(use: () => T, wallet: Wallet, client: Client = quickly()): Shown<T> =>
  showIn(page, use, { client, wallet })

type AnyFlow = { readonly status: string }
type Of<T extends AnyFlow, S extends T['status']> = Extract<T, { status: S }>
const reach = async <T extends AnyFlow, S extends T['status']>(
  shown: Shown<T>,
  status: S,
): Promise<Of<T, S>> =>
  (await shown.until((flow) => flow.status === status || flow.status === 'failed', status)) as Of<T, S>
/** Approves every summary until the run ends. */
async function finish<T extends AnyFlow>(shown: Shown<T>): Promise<T> {
  return shown.until((flow) => {
    if (flow.status === 'reviewing') (flow as unknown as { approve?: () => void }).approve?.()
    return flow.status === 'complete' || flow.status === 'failed'
  }, 'the end')
}

describe('buying', () => {
  test('shows what leaves and what arrives before the wallet opens, and ends with the token', async () => {
    const { token, tokenId } = await world.listed()
    const shown = show(() => useBuy({ token }), buyer())
    ;(await reach(shown, 'ready')).confirm()
    const { review, approve } = await reach(shown, 'reviewing')
    expect(review.verdict.effects.give).toMatchObject([{ kind: 'native', amount: eth }])
    expect(review.verdict.effects.get).toMatchObject([{ contract: world.nft, tokenId, amount: 1n }])
    expect(world.buyer.prompts).toEqual([])
    approve?.()
    const { execution, reset } = await reach(shown, 'complete')
    expect(execution.money).toBe('spent')
    expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
    reset()
    expect(await reach(shown, 'unavailable')).toMatchObject({ reason: 'own_token' })
  })

  test('that is declined shows the form again; nothing was asked of the wallet', async () => {
    const { token } = await world.listed()
    const shown = show(() => useBuy({ token }), buyer())
    ;(await reach(shown, 'ready')).confirm()
    ;(await reach(shown, 'reviewing')).decline()
    await reach(shown, 'ready')
    expect(world.buyer.prompts).toEqual([])
  })

  test('that is refused in the wallet moved nothing, and works when it is tried again', async () => {
    const { token, tokenId } = await world.listed()
    const answers = [walletRefusal(4001)]
    world.buyer.on('eth_sendTransaction', (_prompt, next) => {
      const refusal = answers.pop()
      if (refusal !== undefined) throw refusal
      return next()
    })
    const shown = show(() => useBuy({ token }), buyer())
    ;(await reach(shown, 'ready')).confirm()
    ;(await reach(shown, 'reviewing')).approve?.()
    const failed = await shown.until((flow) => flow.status === 'failed', 'the refusal')
    expect(failed).toMatchObject({ error: { code: 'wallet_refused', money: 'untouched' } })
    if (failed.status === 'failed') failed.retry?.()
    await shown.until((flow) => flow.status !== 'failed', 'another try')
    await finish(shown)
    expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
  })

  test('whose dialog is closed while the wallet asks goes on, for the wallet already has it', async () => {
    const { token, tokenId } = await world.listed()
    const gate: { open: () => void } = { open: () => {} }
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
      await opened
      return next()
    })
    const client = quickly()
    const ended = new Promise<string>((resolve) => client.on('*', ({ kind }) => resolve(kind)))
    const shown = show(() => useBuy({ token }), buyer(), client)
    ;(await reach(shown, 'ready')).confirm()
    ;(await reach(shown, 'reviewing')).approve?.()
    await vi.waitUntil(() => world.buyer.prompts.length === 1, { timeout: 20_000 })
    shown.close()
    gate.open()
    expect(await ended).toBe('purchase_complete')
    shown.again()
    await reach(shown, 'complete')
    expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
    expect(world.buyer.prompts).toHaveLength(1)
  })
})

describe('a cart', () => {
  const cart = (...tokens: readonly string[]) =>
    tokens.map((token) => ({ chainId: world.chain.id, token, quantity: 1 }))

  test('of two is bought, with one summary for both', async () => {
    const [one, two] = [await world.listed(), await world.listed(2n * eth)]
    const items = cart(one.token, two.token)
    const shown = show(() => useCheckout({ items }), buyer())
    const ready = await reach(shown, 'ready')
    expect(ready.totals).toMatchObject([{ amount: 3n * eth }])
    ready.confirm()
    const { review } = await reach(shown, 'reviewing')
    expect(review.verdict.effects.give.reduce((sum, { amount }) => sum + amount, 0n)).toBe(3n * eth)
    await finish(shown)
    for (const { tokenId } of [one, two]) expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
  })

  test('in which one line became dearer and another cheaper is not bought at the same total', async () => {
    const [one, two] = [await world.listed(), await world.listed(2n * eth)]
    const items = cart(one.token, two.token)
    const shown = show(() => useCheckout({ items }), buyer())
    const ready = await reach(shown, 'ready')
    await world.market.list(one.tokenId, 2n * eth)
    await world.market.list(two.tokenId, eth)
    ready.confirm()
    const end = await shown.until(
      (flow) => flow.status === 'failed' || flow.status === 'reviewing',
      'the end',
    )
    expect(end.status).toBe('failed')
    expect(world.buyer.prompts).toEqual([])
    expect(await world.ownerOf(one.tokenId)).toBe(world.seller.account)
  })
})

describe('listing', () => {
  test('signs an order for exactly the price and the end that were chosen, and publishes it', async () => {
    const tokenId = world.token()
    const shown = show(() => useList({ token: refOf(tokenId) }), seller())
    const form = await shown.until((flow) => 'setPrice' in flow, 'the form')
    if (!('setPrice' in form)) throw new Error('There is no form')
    form.setPrice('1.25')
    ;(await reach(shown, 'ready')).confirm()
    const { review } = await reach(shown, 'reviewing')
    expect(review.verdict.effects.get).toMatchObject([{ kind: 'native', amount: (5n * eth) / 4n }])
    expect(await finish(shown)).toMatchObject({ status: 'complete' })
    const order = [...world.market.orders.values()].at(-1)?.order
    expect(order?.consideration).toMatchObject([{ startAmount: (5n * eth) / 4n, endAmount: (5n * eth) / 4n }])
    expect(world.seller.prompts.map(({ method }) => method)).toEqual(['eth_signTypedData_v4'])
  })

  test('several tokens signs an order for each, each at its own price', async () => {
    const tokenIds = [world.token(), world.token()]
    const shown = show(() => useListMany({ tokens: tokenIds.map(refOf) }), seller())
    const form = await shown.until((flow) => 'rows' in flow, 'the form')
    if (!('rows' in form)) throw new Error('There is no form')
    for (const row of form.rows) row.setPrice(row.ref === refOf(tokenIds[0]!) ? '1' : '2')
    ;(await reach(shown, 'ready')).confirm()
    expect(await finish(shown)).toMatchObject({ status: 'complete' })
    const prices = [...world.market.orders.values()]
      .slice(-2)
      .map(({ order }) => [order.offer[0]?.identifierOrCriteria, order.consideration[0]?.startAmount])
    expect(new Map(prices as [bigint, bigint][])).toEqual(
      new Map([
        [tokenIds[0]!, eth],
        [tokenIds[1]!, 2n * eth],
      ]),
    )
  })

  test('that is refused in the wallet signs and publishes nothing', async () => {
    world.seller.on('eth_signTypedData_v4', () => {
      throw walletRefusal(4001)
    })
    const orders = world.market.orders.size
    const token = refOf(world.token())
    const shown = show(() => useList({ token }), seller())
    const form = await shown.until((flow) => 'setPrice' in flow, 'the form')
    if ('setPrice' in form) form.setPrice('1')
    ;(await reach(shown, 'ready')).confirm()
    expect(await finish(shown)).toMatchObject({ error: { code: 'wallet_refused', money: 'untouched' } })
    expect(world.market.orders.size).toBe(orders)
  })
})

describe('offers', () => {
  test('promise exactly what was typed, and the owner receives it on accepting', async () => {
    const tokenId = world.token()
    const client = quickly()
    const shown = show(() => useBid({ target: { token: refOf(tokenId) } }), buyer(), client)
    const form = await shown.until((flow) => 'setPrice' in flow, 'the form')
    if ('setPrice' in form) form.setPrice('0.5')
    ;(await reach(shown, 'ready')).confirm()
    const { review } = await reach(shown, 'reviewing')
    expect(review.verdict.effects.give).toMatchObject([{ kind: 'erc20', amount: eth / 2n }])
    expect(review.verdict.effects.get).toMatchObject([{ contract: world.nft, tokenId, amount: 1n }])
    expect(await finish(shown)).toMatchObject({ status: 'complete' })

    const sale = show(() => useAcceptOffer({ items: [{ token: refOf(tokenId) }] }), seller())
    const ready = await reach(sale, 'ready')
    expect(ready.totals).toMatchObject([{ amount: eth / 2n }])
    ready.confirm()
    expect(await finish(sale)).toMatchObject({ status: 'complete' })
    expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
  })
})

describe('ending orders', () => {
  const own = (rows: readonly object[]) =>
    world.provider.on(`/users/${world.seller.account}/asks/v1`, lists.orders(rows))
  const ownRow = (id: string, tokenId: bigint, status = 'active') => ({
    ...orderRow(Number(tokenId), { maker: world.seller.account, status }),
    id,
    contract: world.nft,
    tokenSetId: `token:${world.nft}:${tokenId}`,
  })

  test('a cancelled listing cannot be bought any more', async () => {
    const { orderId, tokenId, token } = await world.listed()
    own([ownRow(orderId, tokenId)])
    const shown = show(() => useCancel({ orderIds: [orderId], side: 'listing' }), seller())
    ;(await reach(shown, 'ready')).confirm()
    const { review } = await reach(shown, 'reviewing')
    expect(review.verdict.effects.ends).toMatchObject([{ order: orderId }])
    expect(await finish(shown)).toMatchObject({ status: 'complete' })
    const purchase = show(() => useBuy({ token }), buyer())
    ;(await reach(purchase, 'ready')).confirm()
    expect(await finish(purchase)).toMatchObject({ status: 'failed', error: { money: 'untouched' } })
  })

  test('a change of price ends the old order on chain before the new one is signed', async () => {
    const { orderId, tokenId } = await world.listed()
    own([ownRow(orderId, tokenId)])
    const shown = show(() => useEdit({ orderId, side: 'listing' }), seller())
    const form = await shown.until((flow) => 'setPrice' in flow, 'the form')
    if ('setPrice' in form) form.setPrice('3')
    ;(await reach(shown, 'ready')).confirm()
    await shown.until((flow) => {
      if (flow.status === 'reviewing') flow.approve?.()
      return flow.status === 'failed' || (flow.status === 'complete' && flow.execution.action === 'list')
    }, 'the new listing')
    expect(shown.now).toMatchObject({ status: 'complete' })
    expect(world.seller.prompts.map(({ method }) => method)).toEqual([
      'eth_sendTransaction',
      'eth_signTypedData_v4',
    ])
    const newest = [...world.market.orders.values()].at(-1)?.order
    expect(newest?.consideration[0]?.startAmount).toBe(3n * eth)
  })

  test('a change whose signature is refused says that the old order ended, and keeps the new terms', async () => {
    const { orderId, tokenId } = await world.listed()
    own([ownRow(orderId, tokenId)])
    world.seller.on('eth_signTypedData_v4', () => {
      throw walletRefusal(4001)
    })
    const shown = show(() => useEdit({ orderId, side: 'listing' }), seller())
    const form = await shown.until((flow) => 'setPrice' in flow, 'the form')
    if ('setPrice' in form) form.setPrice('3')
    ;(await reach(shown, 'ready')).confirm()
    await shown.until((flow) => {
      if (flow.status === 'reviewing') flow.approve?.()
      return flow.status === 'failed'
    }, 'the refusal')
    expect(shown.now).toMatchObject({ execution: { action: 'list' }, error: { code: 'wallet_refused' } })
    own([ownRow(orderId, tokenId, 'cancelled')])
    if (shown.now.status === 'failed') shown.now.reset()
    // Only the new terms are left to sign: the form is there, though the old order is cancelled.
    const again = await shown.until((flow) => flow.status === 'ready', 'the form again')
    expect(again).toMatchObject({ price: '3', ends: 'replaced' })
  })

  test('what was signed here is in the journal, and can be cancelled without the provider', async () => {
    const client = quickly()
    const wallet = seller()
    const token = refOf(world.token())
    const listing = show(() => useList({ token }), wallet, client)
    const form = await listing.until((flow) => 'setPrice' in flow, 'the form')
    if ('setPrice' in form) form.setPrice('1')
    ;(await reach(listing, 'ready')).confirm()
    expect(await finish(listing)).toMatchObject({ status: 'complete' })
    const shown = show(() => useJournal(), wallet, client)
    const journal = await shown.until((flow) => 'open' in flow && flow.open.length === 1, 'the signed order')
    if (!('cancel' in journal)) throw new Error('There is no journal')
    expect(journal.signed[0]?.gets).toMatchObject([{ contract: zeroAddress, amount: eth }])
    expect(await journal.copy()).not.toContain('"signature":"0x')
    world.provider.on('/execute/cancel/v3', { status: 500, body: {} })
    journal.cancel('all')
    await shown.until((flow) => {
      if (flow.status === 'reviewing') flow.approve?.()
      return 'open' in flow && flow.open.length === 0
    }, 'the end of every order')
  })
})

test('a transfer gives the token to the account that was typed', async () => {
  const tokenId = world.token()
  const shown = show(() => useTransfer({ tokens: [refOf(tokenId)] }), seller())
  const form = await shown.until((flow) => 'setTo' in flow, 'the form')
  if ('setTo' in form) form.setTo(world.buyer.account)
  ;(await reach(shown, 'ready')).confirm()
  const { review } = await reach(shown, 'reviewing')
  expect(review.verdict.effects.give).toMatchObject([{ tokenId, counterparty: world.buyer.account }])
  expect(await finish(shown)).toMatchObject({ status: 'complete' })
  expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
})
