import { cancelOrders, type OrderComponents, orderHash } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import { reviewCard, verdictReport } from '../src/review/review.ts'
import { unproven } from '../src/review/unproven.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

const verdictFor = ({ intent, response, facts, policy }: honest.Fixture) =>
  verify(intent, response, facts, policy, { salts: [1n] })

describe('a review', () => {
  test('is green for a proven purchase, and shows what goes and what comes', () => {
    const fixture = honest.BUY_E()
    const card = reviewCard('buy', verdictFor(fixture))
    expect(card).toMatchObject({ trust: 'green', mayContinue: true, checkedHow: 'static+read', findings: [] })
    expect(card.give).toMatchObject([{ kind: 'erc20', contract: who.usdc, amount: 500_000_000n }])
    expect(card.get).toMatchObject([{ kind: 'erc721', contract: who.nft, tokenId: 50n }])
    expect(card.permissions).toMatchObject([{ kind: 'erc20', spender: who.conduit, amount: 500_000_000n }])
  })

  test('of a listing shows its end, and that a signature may be kept', () => {
    const card = reviewCard('list', verdictFor(honest.LIST()))
    expect(card.until).toBe(who.nowSeconds + 30n * who.day)
    expect(card.unproven).toContain('kept_signature')
  })

  test('of a private listing names its buyer', () => {
    expect(reviewCard('list', verdictFor(honest.LIST_P())).give).toMatchObject([
      { kind: 'erc721', contract: who.nft, tokenId: 1n, counterparty: who.receiver },
    ])
    expect(reviewCard('list', verdictFor(honest.LIST())).give[0]).not.toHaveProperty('counterparty')
  })

  test('of a cancellation names each order with its token and its whole price', () => {
    const { ends } = reviewCard('cancel', verdictFor(honest.CXL()))
    const { orderIds } = honest.cancelIntent()
    expect(ends).toEqual(
      [1n, 2n].map((tokenId, index) => ({
        order: orderIds[index],
        terms: {
          gives: [{ kind: 'erc721', contract: who.nft, tokenId, amount: 1n }],
          asks: [{ kind: 'native', contract: who.native, amount: honest.listingTerms(tokenId).gross }],
        },
      })),
    )
  })

  test('of a cancelled offer shows its terms, and of a private listing only its price', () => {
    const ended = (order: OrderComponents) => {
      const step = honest.cancelStep(cancelOrders(who.seaport, [order]))
      const intent = honest.cancelIntent({ orderIds: [orderHash(order)] })
      const { ends } = reviewCard('cancel', verdictFor(honest.cancellation('one', [step], intent)))
      return ends === 'all' ? undefined : ends?.[0]?.terms
    }
    const offer = honest.providerBid(honest.bidTerms({ kind: 'collection', contract: who.nft }), [])
    expect(ended(offer)).toEqual({
      gives: [{ kind: 'erc20', contract: who.weth, amount: offer.offer[0]?.startAmount }],
      asks: [{ kind: 'erc721', contract: who.nft, amount: 1n }],
    })
    const privately = honest.providerListing(honest.listingTerms(1n, { taker: who.receiver }))
    expect(ended(privately)?.asks).toEqual([
      { kind: 'native', contract: who.native, amount: honest.listingTerms(1n).gross },
    ])
  })

  test('of a cancellation by signature names the ids that it signs, and of a raised counter every order', () => {
    const { orderIds } = honest.cancelIntent()
    expect(reviewCard('cancel', verdictFor(honest.CXL_O())).ends).toEqual(
      orderIds.map((order) => ({ order })),
    )
    expect(reviewCard('cancel', verdictFor(honest.CXL_ALL())).ends).toBe('all')
    expect(reviewCard('list', verdictFor(honest.LIST())).ends).toBeUndefined()
  })

  test('of two cancellations names the orders of both', () => {
    const steps = honest.ownOrders().map((order) => honest.cancelStep(cancelOrders(who.seaport, [order])))
    const { ends } = reviewCard('cancel', verdictFor(honest.cancellation('two', steps)))
    expect(ends).toMatchObject(honest.cancelIntent().orderIds.map((order) => ({ order })))
  })

  test('of a replacement names the order that ends', () => {
    const { orderIds } = honest.cancelIntent()
    const replacing = orderIds.map((order, index) =>
      honest.listingTerms(BigInt(index + 1), {
        offChainCancellable: true,
        salt: BigInt(order),
        replaces: order,
      }),
    )
    const own = who.policyOf({ zones: { own: [who.zone] } })
    const facts = who.approvedFacts({ zones: honest.zonesOf(who.zone) })
    const cardOf = (count: number) =>
      reviewCard(
        'list',
        verdictFor(honest.list('replacing', replacing.slice(0, count), { policy: own, facts })),
      )
    expect(cardOf(1).ends).toEqual([{ order: orderIds[0] }])
    // The old one ends by the word of the zone alone: that is told, too.
    expect(cardOf(1).unproven).toContain('signed_cancellation')
    expect(reviewCard('list', verdictFor(honest.LIST_Z())).unproven).not.toContain('signed_cancellation')
    expect(cardOf(2).ends).toEqual(orderIds.map((order) => ({ order })))
    expect(reviewCard('list', verdictFor(honest.LIST_Z())).ends).toBeUndefined()
  })

  test('of a blocked plan is red and leads nowhere', () => {
    const fixture = honest.BUY_A()
    fixture.response.steps.at(-1).items[0].data.to = who.trap
    const card = reviewCard('buy', verdictFor(fixture))
    expect(card).toMatchObject({ trust: 'red', mayContinue: false })
    expect(card.findings.length).toBeGreaterThan(0)
  })

  test('is amber if the user must decide', () => {
    const fixture = honest.BUY_A()
    const verdict = verdictFor({ ...fixture, intent: { ...honest.buyIntent(), limits: undefined } })
    expect(reviewCard('buy', verdict)).toMatchObject({ trust: 'amber', mayContinue: true })
  })
})

test('a report names codes and paths, and no order or signature', () => {
  const report = verdictReport(verdictFor(honest.BUY_A()))
  expect(Object.keys(JSON.parse(report))).toEqual(['decision', 'proof', 'simulated', 'digest', 'findings'])
  expect(report).not.toContain(who.signature)
})

test('every entry of what cannot be proven says what the user learns', () => {
  expect(new Set(unproven.map(({ code }) => code)).size).toBe(unproven.length)
  for (const { what, told, actions } of unproven) {
    expect(what).toMatch(/\.$/)
    expect(told).toMatch(/\.$/)
    expect(actions.length).toBeGreaterThan(0)
  }
})
