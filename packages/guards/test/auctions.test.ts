import { describe, expect, test } from 'vitest'
import { auctionTypedData, leastNextOffer } from '../src/model/auctionStatement.ts'
import type { AnnounceIntent } from '../src/model/intent.ts'
import { announcePlan } from '../src/orders/announce.ts'
import * as honest from './honest/honest.ts'
import {
  attacker,
  day,
  eth,
  factsOf,
  nft,
  nowSeconds,
  otherNft,
  policy,
  policyOf,
  usdc,
  user,
  weth,
} from './support/actors.ts'
import { blockingCodes, checkFixture } from './support/checkFixture.ts'

const terms = { currency: weth, reserve: eth, stepBps: 500n, stepAmount: 0n, endsAt: nowSeconds + 3n * day }
const announcing = (more: Partial<AnnounceIntent> = {}): AnnounceIntent => ({
  action: 'announce',
  chainId: 1,
  account: user,
  contract: nft,
  tokenId: 42n,
  at: nowSeconds,
  terms,
  ...more,
})
// biome-ignore lint/suspicious/noExplicitAny: a lying provider sends anything
type Json = any
const fixture = (intent: AnnounceIntent, change: (item: Json, response: Json) => void = () => {}) => {
  const response = structuredClone(announcePlan(intent)) as Json
  change(response.steps[0].items[0].data, response)
  return { name: 'an auction', intent, facts: factsOf(), policy, response }
}
const withdrawing = announcing({ terms: undefined })

describe('an announced auction', () => {
  test.each([
    ['the announcement', announcing(), 'sign-auction', '/auctions/v1'],
    ['the withdrawal', withdrawing, 'sign-withdrawal', '/auctions/withdraw/v1'],
  ] as const)('is signed as agreed: %s', (_, intent, purpose, endpoint) => {
    const { decision, items } = checkFixture(fixture(intent))
    expect(decision).toBe('allow')
    const [item, ...others] = items
    expect(others).toEqual([])
    if (item?.kind !== 'signature') throw new Error('Nothing is signed.')
    const { account: seller, contract, tokenId, at } = intent
    const typedData = auctionTypedData(1, { seller, contract, tokenId, at, terms: intent.terms })
    expect(item.request).toEqual({ kind: 'typedData', chainId: 1, account: user, ...typedData })
    expect(item.request).not.toHaveProperty('domain.verifyingContract')
    expect([item.purpose, item.post.endpoint]).toEqual([purpose, endpoint])
    expect(item.effects).toMatchObject({ give: [], get: [], authority: [], auction: { contract, tokenId } })
  })

  const values: Readonly<Record<string, unknown>> = {
    seller: attacker,
    collection: otherNft,
    tokenId: '43',
    currency: usdc,
    reserve: '1',
    stepBps: '0',
    stepAmount: '7',
    announcedAt: `${nowSeconds + 1n}`,
    endsAt: `${terms.endsAt + 1n}`,
  }
  test('is refused with any field changed, left out or added', () => {
    const { value } = (announcePlan(announcing()) as Json).steps[0].items[0].data.sign
    expect(Object.keys(values).sort()).toEqual(Object.keys(value).sort())
    for (const [name, changed] of Object.entries(values)) {
      const with_ = fixture(announcing(), ({ sign }) => {
        sign.value[name] = changed
      })
      expect(blockingCodes(with_), name).toContain('TD_VALUE')
      const without = fixture(announcing(), ({ sign }) => {
        delete sign.value[name]
      })
      expect(blockingCodes(without), name).toContain('TD_VALUE')
    }
    const more = fixture(announcing(), ({ sign }) => {
      sign.value.price = '0'
    })
    expect(blockingCodes(more)).toContain('TD_VALUE')
  })

  test.each<[string, (data: Json) => void, string]>([
    ['another contract behind it', ({ sign }) => (sign.domain.verifyingContract = nft), 'TD_DOMAIN'],
    ['another chain', ({ sign }) => (sign.domain.chainId = 10), 'TD_DOMAIN'],
    ['another domain', ({ sign }) => (sign.domain.name = 'Seaport'), 'TD_DOMAIN'],
    ['another order of fields', ({ sign }) => sign.types.AuctionAnnouncement.reverse(), 'TD_TYPES'],
    ['another type of a field', ({ sign }) => (sign.types.AuctionAnnouncement[2].type = 'uint8'), 'TD_TYPES'],
    ['a further type', ({ sign }) => (sign.types.Permit = []), 'TD_TYPES'],
    ['a permit', ({ sign }) => (sign.primaryType = 'Permit'), 'TD_UNKNOWN'],
    ['a withdrawal in its place', ({ sign }) => (sign.primaryType = 'AuctionWithdrawal'), 'TD_UNKNOWN'],
    ['another path to post to', ({ post }) => (post.endpoint = '/order/v3'), 'POST_ENDPOINT'],
  ])('is refused with %s', (_, change, code) => {
    expect(blockingCodes(fixture(announcing(), change))).toContain(code)
  })

  test('is neither an order nor a call, is signed once, and is not left out', () => {
    const order = fixture(announcing())
    order.response = honest.LIST().response
    expect(blockingCodes(order)).toContain('TD_UNKNOWN')
    const call = fixture(announcing(), (_, response) =>
      response.steps.push(...(honest.CXL().response as Json).steps),
    )
    expect(blockingCodes(call)).toContain('FLOW_EXTRA_STEP')
    const twice = fixture(announcing(), (_, response) => response.steps.push(response.steps[0]))
    expect(blockingCodes(twice)).toContain('FLOW_BUDGET')
    expect(blockingCodes({ ...order, response: { steps: [] } })).toEqual(['FLOW_FALSE_COMPLETE'])
  })

  test('is signed in no other action, and posts our own words', () => {
    for (const make of [honest.LIST, honest.BID, honest.CXL_O, honest.XFER, honest.BUY_A]) {
      const given = make()
      expect(blockingCodes({ ...given, response: announcePlan(announcing()) }), given.name).toContain(
        'TD_UNKNOWN',
      )
    }
    const spoiled = fixture(announcing(), ({ post }) => (post.body = { reserve: '0', evil: true }))
    expect(checkFixture(spoiled).items[0]).toMatchObject({ post: { body: { reserve: `${eth}` } } })
    const closed = { ...fixture(announcing()), policy: policyOf({ endpoints: ['/order/v3'] }) }
    expect(blockingCodes(closed)).toContain('POST_ENDPOINT')
  })
})

test('the least next offer is a step above the best one, and never below the reserve', () => {
  const next = (reserve: bigint, stepBps: bigint, stepAmount: bigint, best?: bigint) =>
    leastNextOffer({ reserve, stepBps, stepAmount }, best)
  expect(next(0n, 500n, 0n)).toBe(1n)
  expect(next(100n, 500n, 0n)).toBe(100n)
  expect(next(100n, 500n, 0n, 10n)).toBe(100n)
  expect(next(0n, 500n, 0n, 1_000n)).toBe(1_050n)
  expect(next(0n, 500n, 80n, 1_000n)).toBe(1_080n)
  expect(next(0n, 0n, 0n, 1_000n)).toBe(1_001n)
  // A share of a small amount is rounded up.
  expect(next(0n, 500n, 0n, 10n)).toBe(11n)
})
