import { cancelOrders, fulfillAdvanced, orderHash } from '@sluice/seaport'
import fc from 'fast-check'
import * as honest from '../../guards/test/honest/honest.ts'
import * as who from '../../guards/test/support/actors.ts'
import { callsOf, intentOf, scenes } from '../../guards/test/support/plans.ts'

/** Actions at random, each as a plan with what the user agreed to. */

const { day, editions, eth, native, nft, nowSeconds, usdc, weth } = who

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n * eth }),
  fc.bigInt({ min: 1n, max: 1_000n }).map((tenths) => (tenths * eth) / 10n),
)
const currency = fc.constantFrom(native, weth, usdc)
const endTime = fc.bigInt({ min: 1n, max: 150n }).map((days) => nowSeconds + days * day)
const percent = (part: bigint, percents: number): bigint => (part * BigInt(percents)) / 100n

const listing = (tokenId: bigint) =>
  fc
    .record({
      several: fc.boolean(),
      gross: amount.map((one) => one + 1_000n),
      falls: fc.option(fc.integer({ min: 20, max: 95 }), { nil: undefined, freq: 3 }),
      currency,
      endTime,
      quantity: fc.bigInt({ min: 1n, max: 20n }),
      taker: fc.option(fc.constant(who.receiver), { nil: undefined, freq: 5 }),
    })
    .map(({ several, gross, falls, quantity, ...terms }) => ({
      terms: honest.listingTerms(several ? 7n : tokenId, {
        ...terms,
        ...(several ? { contract: editions, quantity } : {}),
        gross: several ? gross * quantity : gross,
        endGross: falls === undefined ? undefined : percent(several ? gross * quantity : gross, falls),
      }),
      several,
    }))

/** Listings: one, or several by one signature. */
export const listings = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...[1n, 2n, 3n].slice(0, count).map(listing)))
  .map((all) => {
    // A collection's token is listed once.
    const first = all.findIndex(({ several }) => several)
    const terms = all.filter(({ several }, index) => !several || index === first).map((one) => one.terms)
    return honest.list('listings', terms, { facts: who.approvedFacts() })
  })

/** Offers for a token, for any of a collection, and for any of a list. */
export const bids = fc
  .record({
    target: fc.constantFrom(
      { kind: 'token' as const, contract: nft, tokenId: 9n },
      { kind: 'collection' as const, contract: nft },
      { kind: 'list' as const, contract: nft, tokenIds: honest.tokenIds },
    ),
    gross: amount.map((one) => one + 1_000n),
    currency: fc.constantFrom(weth, usdc),
    endTime,
  })
  .map(({ target, ...terms }): honest.Fixture => {
    const bid = honest.bidTerms(target, terms)
    const order = honest.providerBid(bid, [{ recipient: who.artist, bps: 500 }])
    const balances = new Map([weth, usdc].map((token) => [token, 10n ** 24n]))
    const allowances = new Map(who.factsOf().allowances)
    for (const key of allowances.keys()) if (key.endsWith(who.conduit)) allowances.set(key, 10n ** 24n)
    return {
      name: 'bids',
      intent: { chainId: 1, account: who.user, action: 'bid', source: 'market.example', bids: [bid] },
      facts: who.approvedFacts({ balances, allowances }),
      policy: who.policy,
      response: { steps: [honest.step('order-signature', 'signature', [honest.signOrder(order)])] },
    }
  })

/** Purchases and sales of one to three items in one to three calls of every form. */
export const trades = scenes.map((scene): honest.Fixture => {
  const calls = callsOf(scene, 0).map(({ written }) => written)
  return {
    name: 'trades',
    intent: intentOf(scene),
    facts: who.approvedFacts(),
    policy: who.policy,
    response: { requestId: 'r', steps: [honest.step('sale', 'transaction', calls)], path: [], errors: [] },
  }
})

/** A part of an order for several units. */
export const parts = fc
  .record({
    quantity: fc.bigInt({ min: 2n, max: 50n }),
    unit: amount,
    share: fc.bigInt({ min: 1n, max: 50n }),
    currency,
  })
  .map(({ quantity, unit, share, currency: money }) => {
    const units = share > quantity ? quantity : share
    const token = {
      token: editions,
      kind: 'erc1155' as const,
      quantity,
      currency: money,
      gross: unit * quantity,
    }
    const call = fulfillAdvanced(honest.fillOf(honest.ask(7n, token), { units }), honest.fillOptions)
    const intent = honest.buyIntent({
      items: [{ target: { kind: 'token', contract: editions, tokenId: 7n }, quantity: units }],
      limits: new Map([[money, unit * units]]),
    })
    return honest.buy('parts', intent, [honest.sale(call)], who.approvedFacts())
  })

/** A token given to an offer for any token of its collection. */
export const choices = fc
  .record({ gross: amount.map((one) => one + 1_000n), tokenId: fc.constantFrom(3n, 9n, 2n) })
  .map(({ gross, tokenId }) => {
    const fill = honest.fillOf(honest.offer({ root: 0n }, { gross }), { tokenId, proof: [] })
    const intent = honest.sellIntent({
      items: [{ contract: nft, tokenId, quantity: 1n, orderId: undefined }],
      minimums: new Map([[weth, 1n]]),
    })
    return honest.sell(
      'choices',
      [honest.sale(fulfillAdvanced(fill, honest.fillOptions))],
      intent,
      who.approvedFacts(),
    )
  })

/** Cancellations on chain. */
export const cancellations = fc.array(listing(1n), { minLength: 1, maxLength: 4 }).map((all) => {
  const orders = all.map(({ terms }, index) => honest.providerListing(terms, { salt: BigInt(index) }))
  const intent = honest.cancelIntent({ orderIds: orders.map((order) => orderHash(order)) })
  return honest.cancellation('cancellations', [honest.cancelStep(cancelOrders(who.seaport, orders))], intent)
})

/** Any of them. */
export const actions: fc.Arbitrary<honest.Fixture> = fc.oneof(
  listings,
  bids,
  { arbitrary: trades, weight: 3 },
  parts,
  choices,
  cancellations,
)
