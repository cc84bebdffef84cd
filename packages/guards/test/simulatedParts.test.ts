import { fulfillAvailable } from '@sluice/seaport'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Intent } from '../src/model/intent.ts'
import { compareSimulation } from '../src/simulation/compareSimulation.ts'
import type { Change } from '../src/simulation/simulation.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

const { editions, eth, maker, native, nft, receiver, usdc, user, weth } = who

const start = 1_000_000n * eth
const coin = (by: bigint): Change => ({
  reading: { kind: 'native', holder: user },
  before: start,
  after: start + by,
})
const currency = (contract: Address, by: bigint): Change => ({
  reading: { kind: 'erc20', contract, holder: user },
  before: start,
  after: start + by,
})
const token = (from: Address, to: Address, tokenId: bigint): Change => ({
  reading: { kind: 'erc721', contract: nft, tokenId },
  before: BigInt(from),
  after: BigInt(to),
})
const units = (by: bigint): Change => ({
  reading: { kind: 'erc1155', contract: editions, tokenId: 7n, holder: user },
  before: 10n,
  after: 10n + by,
})

/** The findings of a proven plan whose calls do this in a simulation. */
function simulated(fixture: honest.Fixture, partial: boolean, ...changes: Change[]) {
  const intent = { ...fixture.intent, partial } as Intent
  const verdict = verify(intent, fixture.response, fixture.facts, fixture.policy, { salts: [1n] })
  expect(verdict.findings.filter(({ severity }) => severity === 'block')).toEqual([])
  const done = { outcome: 'done', changes, complete: true, diverges: false } as const
  return compareSimulation(verdict, done, intent)
    .findings.filter(({ severity }) => severity === 'block')
    .map(({ code, path }) => `${code} ${path}`)
}
const inflow = 'SIM_INFLOW effects.get.'
const outflow = 'SIM_OUTFLOW effects.give.'

/** Listings at different prices: one call for those in each currency. */
const sweepOf = (...asks: readonly [tokenId: bigint, gross: bigint, currency?: Address][]) => {
  const intent = honest.buyIntent({
    items: asks.map(([tokenId, gross, paidIn = native]) => ({
      target: { kind: 'token', contract: nft, tokenId },
      quantity: 1n,
      maxPrice: { currency: paidIn, amount: gross },
    })),
    limits: new Map(asks.map(([, gross, paidIn = native]) => [paidIn, 10n * gross])),
  })
  const calls = [native, usdc].flatMap((paidIn) => {
    const fills = asks
      .filter(([, , other = native]) => other === paidIn)
      .map(([tokenId, gross]) => honest.fillOf(honest.ask(tokenId, { gross, currency: paidIn })))
    return fills.length === 0 ? [] : [fulfillAvailable(fills, honest.fillOptions)]
  })
  return honest.buy('sweep', intent, [honest.sale(...calls)], who.approvedFacts())
}

/** Two offers, of ten and of twenty WETH, that a sale accepts in one call. */
const saleOfTwo = () => {
  const fills = [3n, 4n].map((tokenId, index) =>
    honest.fillOf(honest.offer({ tokenId }, { gross: BigInt(index + 1) * 10n * eth, salt: tokenId })),
  )
  const items = [3n, 4n].map((tokenId, index) => ({
    contract: nft,
    tokenId,
    quantity: 1n,
    orderId: undefined,
    minPrice: { currency: weth, amount: BigInt(index + 1) * 9n * eth },
  }))
  const intent = honest.sellIntent({ items, minimums: new Map([[weth, 27n * eth]]) })
  return honest.sell(
    'two',
    [honest.sale(fulfillAvailable(fills, honest.fillOptions))],
    intent,
    who.approvedFacts(),
  )
}
const net = (925n * eth) / 100n
const sold = (tokenId: bigint) => token(user, who.bidder, tokenId)

describe('a purchase that may be partial', () => {
  test('may bring some of its units, and costs no more than these', () => {
    const some = (by: bigint, cost: bigint) => simulated(honest.BUY_1155(), true, units(by), coin(-cost))
    expect(some(3n, 3n * eth)).toEqual([])
    expect(some(2n, 2n * eth)).toEqual([])
    expect(some(2n, 2n * eth + 1n)).toEqual([`${outflow}native:${native}:`])
    expect(some(1n, 3n * eth)).toEqual([`${outflow}native:${native}:`])
    expect(some(0n, 0n)).toEqual([`${inflow}erc1155:${editions}:7.units`])
    expect(some(0n, eth)).toEqual([`${inflow}erc1155:${editions}:7`])
  })

  test('pays for each token that arrives, and for no other', () => {
    const fixture = () => sweepOf([50n, eth], [51n, 5n * eth])
    const cheap = token(maker, user, 50n)
    const dear = token(maker, user, 51n)
    expect(simulated(fixture(), true, cheap, coin(-eth))).toEqual([])
    expect(simulated(fixture(), true, dear, coin(-5n * eth))).toEqual([])
    expect(simulated(fixture(), true, cheap, dear, coin(-6n * eth))).toEqual([])
    expect(simulated(fixture(), true, cheap, coin(-eth - 1n))).toEqual([`${outflow}native:${native}:`])
    expect(simulated(fixture(), true, cheap, coin(-6n * eth))).toEqual([`${outflow}native:${native}:`])
  })

  test('pays in the currency of the order that was filled', () => {
    const fixture = () => sweepOf([50n, eth], [51n, 2_000_000n, usdc])
    const cheap = token(maker, user, 50n)
    expect(simulated(fixture(), true, cheap, coin(-eth))).toEqual([])
    expect(simulated(fixture(), true, cheap, currency(usdc, -2_000_000n))).toEqual([
      `${outflow}erc20:${usdc}:`,
    ])
  })

  test('for somebody else counts what arrives there', () => {
    const made = honest.BUY_M()
    const call = fulfillAvailable(
      honest.sweepItems.map((id) => honest.fillOf(honest.ask(id))),
      { ...honest.fillOptions, recipient: receiver },
    )
    const fixture = {
      ...made,
      intent: { ...honest.sweepIntent, recipient: receiver },
      response: { ...made.response, steps: [honest.sale(call)] },
    }
    expect(simulated(fixture, true, token(maker, receiver, 50n), coin(-eth))).toEqual([])
    expect(simulated(fixture, true, token(maker, receiver, 50n), coin(-2n * eth))).toEqual([
      `${outflow}native:${native}:`,
    ])
    expect(simulated(fixture, true, token(maker, who.attacker, 50n), coin(-eth))).not.toEqual([])
  })
})

describe('a sale that may be partial', () => {
  test('brings the price of each token that leaves', () => {
    expect(simulated(saleOfTwo(), true, sold(3n), currency(weth, net))).toEqual([])
    expect(simulated(saleOfTwo(), true, sold(4n), currency(weth, 2n * net))).toEqual([])
    expect(simulated(saleOfTwo(), true, sold(3n), sold(4n), currency(weth, 3n * net))).toEqual([])
    for (const changes of [
      [sold(4n), currency(weth, net)],
      [sold(3n), sold(4n), currency(weth, 2n * net)],
      [sold(3n)],
    ])
      expect(simulated(saleOfTwo(), true, ...changes).join()).toContain(`${inflow}erc20:${weth}:`)
  })
})

describe('a trade that must be whole', () => {
  test('says that fewer units are left, if what moved is right for these', () => {
    const some = (by: bigint, cost: bigint) => simulated(honest.BUY_1155(), false, units(by), coin(-cost))
    expect(some(3n, 3n * eth)).toEqual([])
    expect(some(2n, 2n * eth)).toEqual([`${inflow}erc1155:${editions}:7.units`])
    expect(some(2n, 3n * eth)).toEqual([`${inflow}erc1155:${editions}:7`])
    expect(simulated(saleOfTwo(), false, sold(3n), currency(weth, net))).toEqual([
      `${inflow}erc20:${weth}:.units`,
    ])
    expect(simulated(saleOfTwo(), false, sold(3n), sold(4n), currency(weth, 2n * net))).toEqual([
      `${inflow}erc20:${weth}:`,
    ])
  })
})

describe('a listing whose price falls', () => {
  /** A listing that falls from two ETH to half an ETH, from a day ago until tomorrow. */
  const falling = () => {
    const ask = honest.ask(50n, { gross: 2n * eth, endGross: eth / 2n })
    const intent = honest.buyIntent({ limits: new Map([[native, 2n * eth]]) })
    const call = fulfillAvailable([honest.fillOf(ask)], honest.fillOptions)
    return honest.buy('falling', intent, [honest.sale(call)])
  }
  const at = (secondsAgo: bigint) =>
    (2n * eth * (who.day + secondsAgo) + (eth / 2n) * (who.day - secondsAgo)) / (2n * who.day) + 3n

  test('may cost what it did when the latest block was made, as far as that was agreed', () => {
    const paid = (amount: bigint) => simulated(falling(), false, token(maker, user, 50n), coin(-amount))
    expect(paid(at(0n))).toEqual([])
    expect(paid(at(12n))).toEqual([])
    expect(paid(at(70n))).toEqual([`${outflow}native:${native}:`])
  })

  test('may do so in each of several calls', () => {
    const one = honest.ask(50n, { gross: 2n * eth, endGross: eth / 2n })
    const other = honest.ask(51n, { gross: 2n * eth, endGross: eth / 2n })
    const intent = honest.buyIntent({
      items: [50n, 51n].map((tokenId) => ({
        target: { kind: 'token', contract: nft, tokenId },
        quantity: 1n,
      })),
      limits: new Map([[native, 4n * eth]]),
    })
    const [first, second] = [one, other].map((ask) =>
      fulfillAvailable([honest.fillOf(ask)], honest.fillOptions),
    )
    const fixture = honest.buy('falling', intent, [honest.sale(first!, second!)])
    const paid = (amount: bigint) =>
      simulated(fixture, false, token(maker, user, 50n), token(maker, user, 51n), coin(-amount))
    expect(paid(2n * at(12n))).toEqual([])
    expect(paid(2n * at(70n))).toEqual([`${outflow}native:${native}:`])
  })
})
