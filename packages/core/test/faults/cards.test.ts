import { beforeEach, describe, expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { type ConfirmReview, progressOf, type Review } from '../../src/index.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { eth, useWorld } from './support/world.ts'

/** Cards that stay open for minutes after a part of the action is done: the same plan is checked again. */
const world = useWorld()

const minute = 60_000

/** The chain keeps the time that earlier tests let pass: the page's clock follows it. */
beforeEach(async () => {
  await world.clock.pass(Number(await world.market.chainTime()) * 1_000 - Date.now() + 1_000)
})

/** Lets time pass for the page and for the chain. */
async function pass(milliseconds: number): Promise<void> {
  await world.node.real('evm_increaseTime', [milliseconds / 1_000])
  await world.node.real('evm_mine')
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Confirms every card, and leaves the second open for a time before. */
function slowly(milliseconds: number, cards: Review[]): ConfirmReview {
  return async (review) => {
    cards.push(review)
    if (cards.length === 2) await pass(milliseconds)
    return true
  }
}

describe('two orders that are signed one after the other, the second after a card that stays open', () => {
  test.each([6, 12])('lists both tokens (%s minutes)', async (minutes) => {
    const cards: Review[] = []
    const client = world.client()
    const run = listTokens(client, {
      wallet: eip1193Wallet(world.seller.provider),
      listings: [world.token(), world.token()].map((id) => ({ token: `${world.nft}:${id}`, weiPrice: eth })),
      confirm: slowly(minutes * minute, cards),
    })
    const { error, execution } = await world.end(client, run)
    expect(error).toBeUndefined()
    expect(execution.status).toBe('complete')
    // Nothing that the card says has changed.
    expect(cards).toHaveLength(2)
  })

  test.each([6, 12])('offers for both tokens (%s minutes)', async (minutes) => {
    const cards: Review[] = []
    const client = world.client()
    const run = placeBids(client, {
      wallet: eip1193Wallet(world.buyer.provider),
      bids: [world.token(), world.token()].map((id) => ({ token: `${world.nft}:${id}`, weiPrice: eth })),
      confirm: async (review) => {
        cards.push(review)
        const signed = cards.filter(({ item }) => item.kind === 'signature')
        if (signed.length === 2 && review.item.kind === 'signature') await pass(minutes * minute)
        return true
      },
    })
    const { error, execution } = await world.end(client, run)
    expect(error).toBeUndefined()
    expect(execution.status).toBe('complete')
    expect(cards.filter(({ item }) => item.kind === 'signature')).toHaveLength(2)
  })

  test('shows a falling price again, which falls from the time at which it is signed', async () => {
    const cards: Review[] = []
    const client = world.client()
    const run = listTokens(client, {
      wallet: eip1193Wallet(world.seller.provider),
      listings: [world.token(), world.token()].map((id) => ({
        token: `${world.nft}:${id}`,
        weiPrice: eth,
        endWeiPrice: eth / 2n,
      })),
      confirm: slowly(12 * minute, cards),
    })
    const { error, execution } = await world.end(client, run)
    expect(error).toBeUndefined()
    expect(execution.status).toBe('complete')
    expect(cards).toHaveLength(3)
    expect(cards[2]?.item.digest).not.toBe(cards[1]?.item.digest)
  })
})

describe('a cart whose second price falls while its card is open', () => {
  test.each([false, true])(
    'buys at the lower price, which is shown again (in parallel: %s)',
    async (parallel) => {
      const cards: Review[] = []
      const steady = await world.listed(eth / 2n)
      const fallingId = world.token()
      await world.market.list(fallingId, eth, {
        fallsTo: eth / 100n,
        endTime: (await world.market.chainTime()) + 7_200n,
      })
      const client = world.client()
      const run = await world.buy(client, {
        items: [steady.token, `${world.nft}:${fallingId}`].map((token) => ({ token })),
        parallel,
        confirm: slowly(12 * minute, cards),
      })
      const { error, execution } = await world.end(client, run)
      expect(error).toBeUndefined()
      expect(execution.status).toBe('complete')
      const prices = cards.map(({ item }) => item.effects.trades?.[0]?.price.amount)
      expect(prices).toHaveLength(3)
      expect(prices[2]).toBeLessThan(prices[1] as bigint)
      expect(await world.ownerOf(fallingId)).toBe(world.buyer.account)
    },
  )
})

test('a listing that expires while its card is open is no longer available, and its provider is not blamed', async () => {
  const cards: Review[] = []
  const steady = await world.listed(eth / 2n)
  const endingId = world.token()
  await world.market.list(endingId, eth, { endTime: (await world.market.chainTime()) + 480n })
  const client = world.client()
  const run = await world.buy(client, {
    items: [steady.token, `${world.nft}:${endingId}`].map((token) => ({ token })),
    confirm: slowly(12 * minute, cards),
  })
  const { error, execution } = await world.end(client, run)
  expect(error?.code).toBe('order_unavailable')
  expect(progressOf(execution).items.map(({ state }) => state)).toEqual(['done', 'open'])
})

describe('a first item that fails in parallel while the second card is open', () => {
  test.each([1, 6])('asks the wallet for nothing more, after %s min', async (minutes) => {
    const cards: Review[] = []
    world.provider.on('/order/v3', { status: 400, body: { message: 'No' } })
    const client = world.client()
    const run = listTokens(client, {
      wallet: eip1193Wallet(world.seller.provider),
      listings: [world.token(), world.token()].map((id) => ({ token: `${world.nft}:${id}`, weiPrice: eth })),
      parallel: true,
      confirm: slowly(minutes * minute, cards),
    })
    const { error, execution } = await world.end(client, run)
    expect(error?.code).toBe('order_refused')
    expect(cards).toHaveLength(2)
    expect(world.seller.prompts).toHaveLength(1)
    const [, second] = execution.steps.flatMap(({ items }) => items).filter(({ purpose }) => purpose)
    expect(second?.money).toBe('untouched')
    expect(progressOf(execution).items[1]?.state).toBe('open')
  })
})
