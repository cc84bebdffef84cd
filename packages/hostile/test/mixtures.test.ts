import { verify } from '@sluice/core/guards'
import { fulfillAdvanced, fulfillAvailable, matchAsks, matchBids } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import * as honest from '../../guards/test/honest/honest.ts'
import * as who from '../../guards/test/support/actors.ts'
import { createRandom, type Random } from '../src/random.ts'

const { artist, editions, eth, marketplace, native, nft, otherNft, receiver, usdc, user, weth, zone } = who
const { fillOf, fillOptions } = honest
/** Plans of each action. */
const count = 150

const times = <T>(length: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length }, (_, index) => make(index))
const oneIn = (random: Random, chances: number) => random.below(chances) === 0

/** Fees on top, each to another account, that divide by the units of whichever order carries them. */
const feesOf = (random: Random, units: bigint) =>
  [marketplace, artist, receiver, zone]
    .slice(0, random.below(4))
    .map((recipient) => ({ recipient, amount: BigInt(1 + random.below(9)) * 1_000n * units }))

const sharesOf = (random: Random) =>
  [
    { recipient: artist, bps: 300 },
    { recipient: zone, bps: 200 },
  ].slice(0, random.below(3))

function purchase(random: Random): honest.Fixture {
  const currency = random.pick([native, weth, usdc])
  const to = oneIn(random, 4) ? receiver : user
  const falling = oneIn(random, 4)
  const items = times(1 + random.below(4), (index) =>
    index === 0 && oneIn(random, 3)
      ? { contract: editions, tokenId: 7n, quantity: BigInt(1 + random.below(3)), kind: 'erc1155' as const }
      : {
          contract: random.pick([nft, otherNft]),
          tokenId: BigInt(50 + index),
          quantity: 1n,
          kind: 'erc721' as const,
        },
  )
  const feesOnTop = feesOf(random, items[0]?.quantity ?? 1n)
  const fills = items.map(({ contract, tokenId, quantity, kind }, index) =>
    fillOf(
      honest.ask(tokenId, {
        token: contract,
        kind,
        currency,
        quantity: quantity * 2n ** BigInt(kind === 'erc1155' ? random.below(2) : 0),
        gross: quantity * 4n * eth,
        ...(falling ? { endGross: quantity * 2n * eth } : {}),
      }),
      { ...(kind === 'erc1155' ? { units: quantity } : {}), ...(index === 0 ? { tips: feesOnTop } : {}) },
    ),
  )
  const how = { ...fillOptions, ...(to === user ? {} : { recipient: to }) }
  const calls = random.pick([
    () => [fulfillAvailable(fills, how)],
    () => fills.map((fill) => fulfillAdvanced(fill, how)),
    () => [matchAsks(fills, { ...how, account: user, until: fillOptions.now + 300n })],
  ])()
  const intent = honest.buyIntent({
    items: items.map(({ contract, tokenId, quantity }) => ({
      target: { kind: 'token', contract, tokenId },
      quantity,
    })),
    limits: new Map([[currency, 1_000n * eth]]),
    recipient: to,
    feesOnTop,
    partial: oneIn(random, 3),
  })
  const approval = honest.step('currency-approval', 'transaction', [
    honest.approveAmount(currency, 2n ** 256n - 1n),
  ])
  return honest.buy('purchase', intent, [...(currency === native ? [] : [approval]), honest.sale(...calls)])
}

function acceptance(random: Random): honest.Fixture {
  const currency = random.pick([weth, usdc])
  const tokens = times(1 + random.below(3), (index) => BigInt(3 + index))
  const feesOnTop = feesOf(random, 1n)
  const fills = tokens.map((tokenId, index) => {
    const named = oneIn(random, 2)
    const order = honest.offer(named ? { tokenId } : { root: 0n }, { salt: tokenId, currency })
    return fillOf(order, {
      ...(named ? {} : { tokenId, proof: [] }),
      ...(index === 0 ? { tips: feesOnTop } : {}),
    })
  })
  const calls = oneIn(random, 2)
    ? [matchBids(fills, { ...fillOptions, account: user })]
    : fills.map((fill) => fulfillAdvanced(fill, fillOptions))
  const intent = honest.sellIntent({
    items: tokens.map((tokenId) => ({ contract: nft, tokenId, quantity: 1n, orderId: undefined })),
    minimums: new Map([[currency, 1n]]),
    feesOnTop,
    partial: oneIn(random, 3),
  })
  return honest.sell('acceptance', [honest.sale(...calls)], intent, who.approvedFacts())
}

const signed = (random: Random, orders: readonly ReturnType<typeof honest.providerListing>[]) =>
  honest.step(
    'order-signature',
    'signature',
    oneIn(random, 2) ? orders.map((order) => honest.signOrder(order)) : [honest.signBulk(orders)],
  )

const feesBy = (random: Random) =>
  [
    { recipient: marketplace, bps: 250 },
    { recipient: receiver, bps: 100 },
  ].slice(0, random.below(3))
const price = (random: Random) => (BigInt(1 + random.below(1_000)) * eth) / 7n + BigInt(random.below(1_000))

function listing(random: Random): honest.Fixture {
  const [fees, shares] = [feesBy(random), sharesOf(random)]
  const terms = times(1 + random.below(4), (index) => {
    const many = oneIn(random, 3)
    return honest.listingTerms(BigInt(index + 1), {
      contract: many ? editions : nft,
      quantity: many ? BigInt(1 + random.below(5)) : 1n,
      gross: price(random),
      currency: random.pick([native, weth, usdc]),
      fees,
      ...(oneIn(random, 4) ? { taker: receiver } : {}),
    })
  })
  const orders = terms.map((one) => honest.providerListing(one, { fees: [...shares, ...fees] }))
  const royalties = new Map(terms.map((one) => [`${one.contract}:${one.tokenId}`, shares] as const))
  return {
    name: 'listing',
    intent: honest.listIntent(...terms),
    facts: who.approvedFacts({ royalties }),
    policy: who.policy,
    response: { steps: [signed(random, orders)] },
  }
}

function bid(random: Random): honest.Fixture {
  const [fees, shares] = [feesBy(random), sharesOf(random)]
  const terms = times(1 + random.below(4), (index) =>
    honest.bidTerms(
      random.pick([
        { kind: 'token', contract: nft, tokenId: BigInt(9 + index) },
        { kind: 'collection', contract: nft },
        { kind: 'list', contract: nft, tokenIds: honest.tokenIds },
      ] as const),
      { gross: price(random), currency: random.pick([weth, usdc]), fees },
    ),
  )
  const orders = terms.map((one) => honest.providerBid(one, one.target.kind === 'token' ? shares : []))
  const royalties = new Map(
    terms.flatMap(({ target }) =>
      target.kind === 'token' ? [[`${nft}:${target.tokenId}`, shares] as const] : [],
    ),
  )
  const balances = new Map([weth, usdc].map((currency) => [currency, 10n ** 30n] as const))
  return {
    name: 'bid',
    intent: { chainId: 1, account: user, action: 'bid', source: 'market.example', bids: terms },
    facts: who.approvedFacts({ royalties, balances }),
    policy: who.policy,
    response: { steps: [signed(random, orders)] },
  }
}

describe('every honest plan of a mixture of terms is allowed', () => {
  test.each([purchase, acceptance, listing, bid])('%o', (make) => {
    const stopped = times(count, (seed) => {
      const { intent, response, facts, policy } = make(createRandom(seed + 1))
      const { decision, findings } = verify(intent, response, facts, policy, { salts: [1n, 2n, 3n, 4n] })
      return decision === 'block' ? [{ seed: seed + 1, findings }] : []
    }).flat()
    expect(stopped).toEqual([])
  })
})
