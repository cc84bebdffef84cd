import { expect, test } from 'vitest'
import type { BuyTokensParameters } from '../../src/actions/buyTokens.ts'
import { type Review, reviewCard } from '../../src/index.ts'
import { eth, native, useWorld } from './world.ts'

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
