import { rpc } from '@sluice/devnet'
import type { Finding } from '@sluice/guards'
import { seaportAddress } from '@sluice/seaport'
import { beforeAll, expect, test } from 'vitest'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { cancelSignedOrders } from '../../src/actions/signedOrders.ts'
import type { Client } from '../../src/client.ts'
import type { TradeError } from '../../src/errors.ts'
import { getListings } from '../../src/reads/marketReads.ts'
import { resume } from '../../src/recovery/resume.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'
import type { Reply } from '../support/provider.ts'

const market = useMarket()
let seller: ScriptedWallet
beforeAll(() => {
  seller = market.wallet(0)
})

const eth = 10n ** 18n
const policy = () => ({ zones: { own: [market.chain.contracts.zone] } })
/** One that was in no page before: its journal knows nothing. */
const newPage = () => market.client({ policy: policy() })

/** A listing, in our zone or in none, and the page that made it. */
async function listed(inZone: boolean) {
  const client = market.client({ policy: policy() })
  const token = await market.mint(seller)
  const options = inZone ? { 'seaport-v1.6': { useOffChainCancellation: true } } : {}
  const run = listTokens(client, { wallet: seller, listings: [{ token, weiPrice: eth, options }] })
  const { orders } = await run.result()
  return { client, token, orderId: orders[0]!.orderId! }
}

/** Answers a cancellation as a provider does for an order in our zone: one signature, and no transaction. */
function cancelsBySignature(): void {
  market.front.on('/execute/cancel/v3', async ({ body }): Promise<Reply> => {
    const { orderIds } = body as { orderIds: string[] }
    const { id, contracts } = market.chain
    const post = { endpoint: '/execute/cancel-signature/v1', method: 'POST' }
    const sign = {
      signatureKind: 'eip712',
      domain: { name: 'SignedZone', version: '1.0.0', chainId: id, verifyingContract: contracts.zone },
      types: { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }] },
      primaryType: 'OrderHashes',
      value: { orderHashes: orderIds },
    }
    const data = { sign, post: { ...post, body: { orderIds, orderKind: 'seaport-v1.6' } } }
    const item = { status: 'incomplete', data }
    const about = { action: 'Cancel', description: 'Cancel' }
    return { body: { steps: [{ id: 'cancellation-signature', ...about, kind: 'signature', items: [item] }] } }
  })
}

/** Tells other terms of every order than those that it has. */
function tellsOfOrders(change: (raw: Record<string, unknown>) => unknown): void {
  market.front.on('/orders/asks/v5', async (request): Promise<Reply> => {
    const { body } = await market.forward(request)
    const { orders } = body as { orders: { rawData: Record<string, unknown> }[] }
    return { body: { orders: orders.map((order) => ({ ...order, rawData: change(order.rawData) })) } }
  })
}

const honest = () => {
  market.front.on('/execute/cancel/v3', market.forward)
  market.front.on('/orders/asks/v5', market.forward)
}

const saidOf = (error: TradeError | undefined) =>
  (error?.data.findings as readonly Finding[] | undefined)?.map(({ code, severity }) => `${severity} ${code}`)

const cancelling = async (client: Client, orderId: string) => {
  const before = seller.prompts.length
  const { status, error } = await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).done
  const findings = saidOf(error)
  return { status, findings, prompts: seller.prompts.length - before }
}
const refused = (severity: 'confirm' | 'block') => ({
  status: 'failed',
  findings: [`${severity} ORD_ZONE`],
  prompts: 0,
})

test('one signature cancels an order in our zone, on the page that made it and on any other', async () => {
  for (const page of [undefined, newPage()]) {
    const { client, orderId } = await listed(true)
    expect(await cancelling(page ?? client, orderId)).toEqual({
      status: 'complete',
      findings: undefined,
      prompts: 1,
    })
    const { items } = await getListings(client, { ids: [orderId] })
    expect(items[0]?.status).toBe('cancelled')
  }
})

test('a signature that would cancel nothing is not requested, because the order has no zone', async () => {
  const { client, orderId } = await listed(false)
  cancelsBySignature()
  expect(await cancelling(client, orderId)).toEqual(refused('block'))
  expect(await cancelling(newPage(), orderId)).toEqual(refused('block'))
  honest()
  expect(await cancelling(client, orderId)).toMatchObject({ status: 'complete', prompts: 1 })
})

test('terms that the provider invents for an order are not believed, and missing ones are not guessed', async () => {
  const { orderId } = await listed(false)
  cancelsBySignature()
  const { zone } = market.chain.contracts
  tellsOfOrders((raw) => ({ ...raw, zone, orderType: 2 }))
  expect(await cancelling(newPage(), orderId)).toEqual(refused('confirm'))
  tellsOfOrders(() => undefined)
  expect(await cancelling(newPage(), orderId)).toEqual(refused('confirm'))
  honest()
})

test('an edit by signature that leaves the old order fillable is rejected, whatever the provider says', async () => {
  const { client, token, orderId } = await listed(false)
  const change = (replaceOrderId: string) => {
    const options = { 'seaport-v1.6': { useOffChainCancellation: true, replaceOrderId } }
    return listTokens(client, { wallet: seller, listings: [{ token, weiPrice: 2n * eth, options }] })
  }
  // What the real provider makes of it where it takes the order for one in its zone.
  market.front.on('/execute/list/v5', async (request): Promise<Reply> => {
    const body = structuredClone(request.body) as { params: { salt?: string; options: object }[] }
    for (const listing of body.params) {
      listing.salt = `${BigInt(orderId)}`
      listing.options = { 'seaport-v1.6': { useOffChainCancellation: true } }
    }
    return market.forward({ ...request, body })
  })
  const before = seller.prompts.length
  const { error } = await change(orderId).done
  market.front.on('/execute/list/v5', market.forward)
  expect(saidOf(error)).toEqual(['block ORD_ZONE'])
  expect(seller.prompts.length).toBe(before)
})

test('a signed cancellation is done only once the provider shows the order as ended', async () => {
  const { client, orderId } = await listed(true)
  const path = '/execute/cancel-signature/v1'
  for (const reply of [{ body: { message: 'error' } }, { body: { message: 'Success' } }] as Reply[]) {
    market.front.on(path, reply)
    const { status, error, money } = await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).done
    expect({ status, code: error?.code, money }).toEqual({
      status: 'failed',
      code: 'cancel_unconfirmed',
      money: 'signed',
    })
    expect(error?.data.orderIds).toEqual([orderId])
  }
  // An answer of any other kind says as little where the order is over.
  market.front.on(path, async (request): Promise<Reply> => {
    await market.forward(request)
    return { body: { message: 'error' } }
  })
  const { status } = await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).done
  market.front.on(path, market.forward)
  expect(status).toBe('complete')
})

/** What the journal says of the cancellations that were signed on a page. */
const signedCancels = async (client: Client) =>
  (await client.journal.entries())
    .filter(({ purpose }) => purpose === 'sign-cancel')
    .map(({ state }) => state)

test('an unconfirmed signed cancellation is not journaled as posted, in its run and after a reload', async () => {
  const { client, orderId } = await listed(true)
  const path = '/execute/cancel-signature/v1'
  market.front.on(path, { body: { message: 'Success' } })
  const { error } = await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).done
  expect(error?.code).toBe('cancel_unconfirmed')
  expect(await signedCancels(client)).toEqual(['maybe_live'])
  const again = async () => (await resume(client, { wallet: seller })).map(({ entry }) => entry.state)
  expect(await again()).toEqual(['maybe_live'])
  expect(await signedCancels(client)).toEqual(['maybe_live'])
  market.front.on(path, market.forward)
  expect(await again()).toEqual(['posted'])
  const { items } = await getListings(client, { ids: [orderId] })
  expect(items[0]?.status).toBe('cancelled')
})

test('a signed cancellation that the provider never accepted is done once the chain shows the order as cancelled', async () => {
  const { client, orderId } = await listed(true)
  market.front.on('/execute/cancel-signature/v1', { status: 500, body: { message: 'No' } })
  await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).done
  expect(await signedCancels(client)).toEqual(['maybe_live'])
  const ended = await cancelSignedOrders(client, { wallet: seller, orderIds: [orderId] }).done
  expect(ended.status).toBe('complete')
  const resumed = await resume(client, { wallet: seller })
  market.front.on('/execute/cancel-signature/v1', market.forward)
  expect(resumed.map(({ entry }) => entry.state)).toContain('done')
  expect(await signedCancels(client)).toEqual(['done'])
})

test('a signed cancellation of an order that was filled first is not reported as a cancellation', async () => {
  const { client, orderId } = await listed(true)
  market.front.on('/execute/cancel-signature/v1', { body: { message: 'Success' } })
  market.front.on('/orders/asks/v5', async (request): Promise<Reply> => {
    const { body } = await market.forward(request)
    const { orders } = body as { orders: object[] }
    return { body: { orders: orders.map((order) => ({ ...order, status: 'filled' })) } }
  })
  const { error, status } = await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).done
  market.front.on('/execute/cancel-signature/v1', market.forward)
  honest()
  expect([status, error?.code, error?.data.orderIds]).toEqual(['failed', 'order_filled', [orderId]])
  expect(await signedCancels(client)).toEqual(['failed'])
})

test('a provider that does not show the order has not confirmed its cancellation', async () => {
  const { client, orderId } = await listed(true)
  market.front.on('/orders/*', { body: { orders: [] } })
  const { error } = await cancelOrders(client, { wallet: seller, orderIds: [orderId] }).done
  market.front.on('/orders/*', market.forward)
  expect(error?.code).toBe('cancel_unconfirmed')
})

/** Answers with the call of a cancellation of just this order, on another Seaport than its own. */
function cancelsElsewhere(seaport: `0x${string}`): void {
  market.front.on('/execute/cancel/v3', async (request): Promise<Reply> => {
    const { body } = await market.forward(request)
    // biome-ignore lint/suspicious/noExplicitAny: a test changes any part of an answer
    for (const step of (body as any).steps) for (const item of step.items) item.data.to = seaport
    return { body }
  })
}

test('an order is cancelled on the Seaport that it was signed for, and on no other', async () => {
  const { client, orderId } = await listed(false)
  cancelsElsewhere(seaportAddress['1.5'])
  expect(await cancelling(client, orderId)).toEqual({
    status: 'failed',
    findings: ['block CALL_CANCEL_SET', 'block FLOW_FALSE_COMPLETE'],
    prompts: 0,
  })
  honest()
  const { items } = await getListings(client, { ids: [orderId] })
  expect(items[0]?.status).toBe('active')
})

const unproven = { status: 'failed', findings: ['confirm CALL_CANCEL_SET'], prompts: 0 }

test('a page that did not make an order knows its Seaport from its signature, and asks without one', async () => {
  const [{ orderId }, other] = [await listed(false), await listed(false)]
  const { items } = await getListings(newPage(), { ids: [other.orderId], includeRawData: true })
  const foreign = (items[0]?.rawData as { signature?: unknown } | undefined)?.signature
  expect(foreign).toMatch(/^0x/)
  for (const signature of [undefined, foreign]) {
    tellsOfOrders((raw) => ({ ...raw, signature }))
    expect(await cancelling(newPage(), orderId)).toEqual(unproven)
  }
  honest()
  expect(await cancelling(newPage(), orderId)).toMatchObject({ status: 'complete', prompts: 1 })
})

test('a cancellation on a Seaport that the order was not signed for is refused on any page', async () => {
  const { orderId } = await listed(false)
  cancelsElsewhere(seaportAddress['1.5'])
  expect(await cancelling(newPage(), orderId)).toMatchObject({ status: 'failed', prompts: 0 })
  tellsOfOrders((raw) => ({ ...raw, signature: undefined }))
  expect(await cancelling(newPage(), orderId)).toEqual(unproven)
  honest()
})

test('one signature over several orders proves the Seaport of each', async () => {
  const client = market.client({ policy: policy() })
  const tokens = [await market.mint(seller), await market.mint(seller)]
  const { orders } = await listTokens(client, {
    wallet: seller,
    listings: tokens.map((token) => ({ token, weiPrice: eth })),
  }).result()
  for (const { orderId } of orders)
    expect(await cancelling(newPage(), orderId!)).toMatchObject({ status: 'complete', prompts: 1 })
})

test('an order has expired only if the chain confirms it', async () => {
  const done = { steps: [{ id: 'cancellation', kind: 'transaction', items: [{ status: 'complete' }] }] }
  const { client, orderId } = await listed(false)
  market.front.on('/execute/cancel/v3', { body: done })
  expect(await cancelling(client, orderId)).toMatchObject({
    status: 'failed',
    findings: ['block FLOW_FALSE_COMPLETE'],
  })
  await rpc(market.chain.rpcUrl, 'evm_increaseTime', [40 * 86_400])
  await rpc(market.chain.rpcUrl, 'evm_mine', [])
  expect(await cancelling(client, orderId)).toMatchObject({ status: 'complete', prompts: 0 })
  honest()
})
