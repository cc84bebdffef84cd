import { describe, expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import type { BuyTokensParameters } from '../../src/actions/buyTokens.ts'
import { type Review, reviewCard } from '../../src/index.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { eth, native, useWorld } from './support/world.ts'

/** A cart of a dear and a cheap token on the real contracts: what is agreed on for all is no price of one. */
const world = useWorld()

const cent = eth / 100n
const prices = [190n * cent, 10n * cent] as const

/** Two listings at these prices in one cart, of which a part will do. */
async function cart(more: (tokens: readonly string[]) => Partial<BuyTokensParameters>) {
  const tokens: string[] = []
  for (const price of prices) tokens.push((await world.listed(price)).token)
  world.buyer.reset()
  const client = world.client()
  const run = await world.buy(client, {
    items: tokens.map((token) => ({ token })),
    expectedPrice: { [native]: { raw: 2n * eth } },
    options: { partial: true },
    ...more(tokens),
  })
  return world.end(client, run)
}

test('without a price each and without a confirmation, nothing is sent', async () => {
  const { error, execution } = await cart(() => ({}))
  expect(execution.status).toBe('failed')
  expect(error?.code).toBe('no_price_bound')
  expect(error?.message).toMatch(/^Only a total was agreed on.*maxPrice.*confirm/)
  expect(error?.money).toBe('untouched')
  expect(world.buyer.prompts).toEqual([])
})

test('the review that asks for confirmation names the price of each', async () => {
  const asked: Review[] = []
  const { execution } = await cart(() => ({
    confirm: (review) => {
      asked.push(review)
      return true
    },
  }))
  expect(execution.status).toBe('complete')
  const [first] = asked
  if (first === undefined) throw new Error('Nobody was asked')
  const card = reviewCard(first.action, first.verdict)
  expect(card.trust).toBe('amber')
  expect(card.findings.map(({ code }) => code)).toEqual(['NO_ITEM_PRICE'])
  expect(card.trades.map(({ price }) => price.amount).sort()).toEqual([...prices].sort())
})

test('with a price each, they are bought without confirmation, with or without a total', async () => {
  for (const total of [{ [native]: { raw: 2n * eth } }, undefined]) {
    const { error, execution } = await cart((tokens) => ({
      expectedPrice: total,
      items: tokens.map((token, index) => ({
        token,
        maxPrice: { currency: native, raw: prices[index] as bigint },
      })),
    }))
    expect(error).toBeUndefined()
    expect(execution.status).toBe('complete')
  }
})

describe('a card that is open for an hour, after another token of the sale was sold', () => {
  const hour = 3_600_000
  /** Sells two tokens, the second into an offer that falls, and reads its first card for an hour. */
  async function sale(least: bigint, parallel: boolean) {
    const [steady, falling] = [world.token(), world.token()]
    await world.market.offer(steady, eth)
    await world.market.offer(falling, eth, 0n)
    const { weth } = world.chain.contracts
    const minPrice = { currency: weth, raw: least }
    const client = world.client()
    const cards: bigint[] = []
    const run = acceptOffers(client, {
      wallet: eip1193Wallet(world.seller.provider),
      parallel,
      items: [steady, falling].map((id) => ({ token: `${world.nft}:${id}`, minPrice })),
      confirm: async ({ item }) => {
        const [trade] = item?.effects.trades ?? []
        if (trade?.token.tokenId !== falling) return true
        cards.push(trade.price.amount)
        if (cards.length > 1) return true
        await world.node.real('evm_increaseTime', [hour / 1_000])
        await world.node.real('evm_mine')
        await new Promise((resolve) => setTimeout(resolve, hour))
        return true
      },
    })
    const { execution, error } = await world.end(client, run)
    const sold = world.seller.prompts.filter(({ method }) => method === 'eth_sendTransaction')
    return { execution, error, cards, falling, sold }
  }

  test.each([false, true])(
    'sells nothing below the price that was agreed (in parallel: %s)',
    async (parallel) => {
      const { error, falling } = await sale((98n * eth) / 100n, parallel)
      expect(error?.code).toBe('blocked')
      expect(await world.ownerOf(falling)).toBe(world.seller.account)
    },
  )

  test.each([false, true])('shows again what has changed within it (in parallel: %s)', async (parallel) => {
    const { error, cards, falling } = await sale(eth / 2n, parallel)
    expect(error).toBeUndefined()
    expect(cards).toHaveLength(2)
    expect(cards[1]).toBeLessThan(cards[0] as bigint)
    expect(await world.ownerOf(falling)).toBe(world.buyer.account)
  })
})
