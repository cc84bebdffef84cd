import type { Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import type { Client } from '../../src/client.ts'
import { resume } from '../../src/recovery/resume.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { purchaseOf } from './support/purchaseOf.ts'
import { eth, useWorld } from './support/world.ts'

/** Listings whose post was stored and not answered, and what a reload says of them after others have acted. */
const world = useWorld()

/** Lists a token; the provider stores the order and its answer gets lost. */
async function listedUnanswered(client: Client, more: { expirationTime?: number } = {}): Promise<Hex> {
  world.provider.on('/order/v3', async (_request, _count, next) => {
    await next()
    return { status: 500, body: {} }
  })
  const wallet = eip1193Wallet(world.seller.provider)
  const listings = [{ token: `${world.nft}:${world.token()}`, weiPrice: eth, ...more }]
  const { error } = await world.end(client, listTokens(client, { wallet, listings }))
  const [orderId] = error?.data.mayBeLive ?? []
  return orderId as Hex
}

const sold = async (orderId: Hex) =>
  world.node.mined(await world.buyer.send(await purchaseOf(world, orderId)))
const resumed = async (client: Client) => {
  const wallet = eip1193Wallet(world.seller.provider)
  return (await world.clock.until(resume(client, { wallet }))).map(({ entry }) => entry.state)
}

test('a listing whose post was not answered counts as posted once somebody bought from it', async () => {
  const client = world.client()
  await sold(await listedUnanswered(client))
  const posts = world.provider.count('/order/v3')
  expect(await resumed(client)).toEqual(['posted'])
  expect(world.provider.count('/order/v3')).toBe(posts)
})

test('a listing that may be live has not failed because the clock of the device is ahead', async () => {
  const client = world.client()
  const orderId = await listedUnanswered(client, {
    expirationTime: Number(await world.market.chainTime()) + 7_200,
  })
  const now = Date.now()
  vi.setSystemTime(now + 10_800_000)
  expect(await resumed(client)).toEqual(['maybe_live'])
  // Where no node tells the time, nothing says that it has ended.
  world.node.on('eth_getBlockByNumber', () => {
    throw new Error('no answer')
  })
  expect(await resumed(client)).toEqual(['maybe_live'])
  world.node.reset()
  await world.node.real('evm_increaseTime', [7_300])
  await world.node.real('evm_mine')
  expect(await resumed(client)).toEqual(['failed'])
  expect(orderId).toBeDefined()
})

test('a listing that replaces another one may be live although the other one was bought first', async () => {
  const client = world.client()
  const first = await listedUnanswered(client)
  await listedUnanswered(client)
  const replacement = (await client.journal.entries()).at(-1)
  await client.journal.write({ ...replacement!, ends: [first] })
  await sold(first)
  expect((await resumed(client)).at(-1)).toBe('maybe_live')
})
