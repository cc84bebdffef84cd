import { criteriaRoot, fulfillAdvanced, fulfillAvailable, seaportAddress } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import type { BidIntent } from '../src/model/intent.ts'
import type { Verdict } from '../src/model/verdict.ts'
import { reviewCard } from '../src/review/review.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { sale } from './support/answer.ts'
import { checkFixture } from './support/checkFixture.ts'

const { conduit, eth, nft, weth } = who
const codes = (verdict: Verdict, severity: string) =>
  verdict.findings.filter((finding) => finding.severity === severity).map(({ code }) => code)

describe('the maximum price of a unit', () => {
  const dear = () =>
    [eth / 2n, eth, (3n * eth) / 2n].map((gross, index) =>
      honest.fillOf(honest.ask(50n + BigInt(index), { gross })),
    )
  const sweep = (maxPrice: bigint | undefined, feesOnTop = 0n) => {
    const fills = dear()
    const tip = { recipient: who.marketplace, amount: feesOnTop }
    const tipped = feesOnTop > 0n ? fills.map((fill) => ({ ...fill, tips: [tip] })) : fills
    const intent = honest.buyIntent({
      items: honest.sweepItems.map((tokenId) => ({
        target: { kind: 'token' as const, contract: nft, tokenId },
        quantity: 1n,
        maxPrice: honest.priced(maxPrice),
      })),
      limits: new Map([[who.native, 3n * eth + 3n * feesOnTop]]),
      feesOnTop: feesOnTop > 0n ? [{ ...tip, amount: 3n * feesOnTop }] : [],
    })
    return honest.buy('sweep', intent, [sale(fulfillAvailable(tipped, honest.fillOptions))])
  }

  test('defaults to an equal share of the total, above which a token asks for confirmation', () => {
    const verdict = checkFixture(sweep(undefined))
    expect(verdict.decision).toBe('confirm')
    expect(verdict.findings.filter(({ severity }) => severity === 'confirm')).toEqual([
      {
        code: 'NO_ITEM_PRICE',
        severity: 'confirm',
        path: 'steps.1.items.0.data.data#orders.2',
        actual: `${(3n * eth) / 2n}`,
        expected: `${eth}`,
      },
    ])
  })

  test('blocks one token above it, even if all together cost no more than agreed', () => {
    const verdict = checkFixture(sweep(eth))
    expect(codes(verdict, 'block')).toContain('CALL_PRICE')
    expect(verdict.findings.find(({ code }) => code === 'CALL_PRICE')).toMatchObject({
      path: 'steps.1.items.0.data.data#orders.2',
      actual: `${(3n * eth) / 2n}`,
      expected: `${eth}`,
    })
    expect(checkFixture(sweep((3n * eth) / 2n)).decision).toBe('allow')
  })

  test('includes fees on top', () => {
    expect(checkFixture(sweep((3n * eth) / 2n, 1_000n)).decision).toBe('block')
    expect(checkFixture(sweep((3n * eth) / 2n + 1_000n, 1_000n)).decision).toBe('allow')
  })

  test('applies to each of several units, and to any token of a collection', () => {
    const fixture = honest.BUY_1155()
    if (fixture.intent.action !== 'buy') throw new Error(fixture.intent.action)
    for (const [maxPrice, decision] of [
      [eth, 'allow'],
      [eth - 1n, 'block'],
    ] as const) {
      const items = fixture.intent.items.map((item) => ({ ...item, maxPrice: honest.priced(maxPrice) }))
      expect(checkFixture({ ...fixture, intent: { ...fixture.intent, items } }).decision).toBe(decision)
      const any = {
        target: { kind: 'collection' as const, contract: nft },
        quantity: 1n,
        maxPrice: honest.priced(maxPrice),
      }
      const call = fulfillAdvanced(honest.fillOf(honest.ask()), honest.fillOptions)
      const collection = honest.buy('any', honest.buyIntent({ items: [any] }), [sale(call)])
      expect(checkFixture(collection).decision).toBe(decision)
    }
  })
})

describe('a currency that nobody lists', () => {
  // Its maker named it WETH, and the page agreed to it because a quote said so.
  const own = `0x${'7e'.repeat(20)}` as const
  const bought = () => {
    const call = fulfillAdvanced(honest.fillOf(honest.ask(50n, { currency: own })), honest.fillOptions)
    const intent = honest.buyIntent({ limits: new Map([[own, eth]]) })
    const facts = { ...honest.BUY_E().facts, allowances: new Map([[`${own}:${conduit}`, eth]]) }
    return honest.buy('own', intent, [sale(call)], facts)
  }
  const sold = () => {
    const offer = honest.offer({ root: 0n }, { currency: own, fees: [] })
    const call = fulfillAdvanced(honest.fillOf(offer, { tokenId: 3n, proof: [] }), honest.fillOptions)
    const facts = { ...honest.SELL_A().facts, operators: new Map([[`${nft}:${conduit}`, true]]) }
    const intent = honest.sellIntent({ minimums: new Map([[own, 10n * eth]]) })
    return honest.sell('own', [sale(call)], intent, facts)
  }

  test('asks for confirmation, even if it was agreed on', () => {
    for (const fixture of [bought(), sold()]) {
      const verdict = checkFixture(fixture)
      expect(verdict.decision).toBe('confirm')
      expect(codes(verdict, 'confirm')).toEqual(['CALL_CURRENCY'])
      expect(reviewCard(fixture.intent.action, verdict).trust).toBe('amber')
    }
  })

  test('is like any other if the page lists it', () => {
    for (const fixture of [bought(), sold()]) {
      const chain = fixture.policy.chains[1]!
      const paymentTokens = [...chain.paymentTokens, { address: own, decimals: 18 }]
      const policy = { ...fixture.policy, chains: { 1: { ...chain, paymentTokens } } }
      expect(checkFixture({ ...fixture, policy }).decision).toBe('allow')
    }
  })

  test('is never paid without an agreement', () => {
    for (const fixture of [bought(), sold()]) {
      const intent =
        fixture.intent.action === 'buy'
          ? { ...fixture.intent, limits: undefined }
          : honest.sellIntent({ minimums: undefined })
      expect(codes(checkFixture({ ...fixture, intent }), 'block')).toContain('CALL_CURRENCY')
    }
  })
})

describe('an offer for a trait', () => {
  const trait = (tokenIds?: readonly bigint[]): honest.Fixture => {
    const fixture = honest.BID_T()
    const { bids, ...intent } = fixture.intent as BidIntent
    const target = tokenIds
      ? { kind: 'list' as const, contract: nft, tokenIds }
      : { kind: 'attribute' as const, contract: nft, key: 'Hat', value: 'Top' }
    return { ...fixture, intent: { ...intent, bids: bids.map((one) => ({ ...one, target })) } }
  }
  const root = BigInt(criteriaRoot(honest.tokenIds))
  const wanted = ({ effects }: Verdict) => effects.get.filter(({ kind }) => kind === 'erc721')

  test('is proven if its tokens are named, and the review shows their number', () => {
    const verdict = checkFixture(trait(honest.tokenIds))
    expect(verdict.decision).toBe('allow')
    expect(wanted(verdict)).toEqual([
      { kind: 'erc721', contract: nft, oneOf: { root, count: 5 }, amount: 1n },
    ])
    expect(reviewCard('bid', verdict).unproven).not.toContain('trait_members')
  })

  test('asks for confirmation of the provider’s list otherwise, and the review shows its root without a number', () => {
    const verdict = checkFixture(trait())
    expect(codes(verdict, 'confirm')).toEqual(['ORD_CRITERIA'])
    expect(wanted(verdict)).toMatchObject([{ oneOf: { root, count: undefined } }])
    expect(reviewCard('bid', verdict).unproven).toContain('trait_members')
  })

  test('is blocked if the provider’s list has one token more, one less, or none', () => {
    for (const named of [honest.tokenIds.slice(1), [...honest.tokenIds, 4n], []])
      expect(codes(checkFixture(trait(named)), 'block')).toContain('ORD_CRITERIA')
  })

  test('shows a list and a whole collection differently in the review', () => {
    expect(wanted(checkFixture(honest.BID_T()))).toMatchObject([{ oneOf: { root, count: 5 } }])
    expect(wanted(checkFixture(honest.BID_C()))[0]).not.toHaveProperty('oneOf')
  })
})

describe('open offers', () => {
  const openBidTotals = (amount: bigint) => new Map([[`${weth}:${conduit}`, amount]])
  const balances = (amount: bigint) =>
    new Map([
      [weth, amount],
      [who.native, 100n * eth],
    ])
  /** An account with enough of the currency, so that nothing is wrapped. */
  const rich = (live: bigint, allowance = 0n, balance = 10n * eth): honest.Fixture => {
    const fixture = honest.BID()
    fixture.response.steps.shift()
    const allowances = new Map([...fixture.facts.allowances, [`${weth}:${conduit}`, allowance]])
    const facts = {
      ...fixture.facts,
      openBidTotals: openBidTotals(live),
      balances: balances(balance),
      allowances,
    }
    return { ...fixture, facts }
  }
  const approved = (verdict: Verdict) =>
    verdict.effects.authority.filter(({ kind }) => kind === 'erc20').map(({ amount }) => amount)

  test('are covered by the approval that replaces theirs', () => {
    const verdict = checkFixture(rich(2n * eth))
    expect(verdict.decision).toBe('allow')
    expect(approved(verdict)).toEqual([3n * eth])
    expect(approved(checkFixture(rich(0n)))).toEqual([eth])
  })

  test('raise an allowance for the new offer if the plan does, and ask for confirmation if it does not', () => {
    expect(approved(checkFixture(rich(2n * eth, eth)))).toEqual([3n * eth])
    const enough = checkFixture(rich(2n * eth, 3n * eth))
    expect(enough.items.map(({ purpose }) => purpose)).toEqual(['sign-offer'])
    expect(enough.decision).toBe('allow')
    const silent = rich(2n * eth, eth)
    silent.response.steps.shift()
    const verdict = checkFixture(silent)
    expect(verdict.decision).toBe('confirm')
    expect(verdict.findings.find(({ code }) => code === 'ORD_FUNDS')).toMatchObject({
      actual: `${3n * eth}`,
      expected: `${eth}`,
    })
    const alone = rich(0n, eth)
    alone.response.steps.shift()
    expect(checkFixture(alone).decision).toBe('allow')
  })

  test('that promise more than there is ask for confirmation', () => {
    const verdict = checkFixture(rich(10n * eth))
    expect(verdict.findings.find(({ code }) => code === 'ORD_FUNDS')).toMatchObject({
      severity: 'confirm',
      actual: `${11n * eth}`,
      expected: `${10n * eth}`,
    })
    expect(codes(checkFixture(rich(9n * eth)), 'confirm')).toEqual([])
  })

  test('in another currency or through another spender raise nothing', () => {
    const fixture = rich(0n)
    const other = new Map([
      [`${who.usdc}:${conduit}`, eth],
      [`${weth}:${who.seaport}`, eth],
    ])
    expect(approved(checkFixture({ ...fixture, facts: { ...fixture.facts, openBidTotals: other } }))).toEqual(
      [eth],
    )
  })
})

describe('the receiver of a transfer', () => {
  const to = (receiver: `0x${string}`) => {
    const fixture = honest.XFER()
    if (fixture.intent.action !== 'transfer') throw new Error(fixture.intent.action)
    const text = JSON.stringify(fixture.response).replaceAll(who.receiver.slice(2), receiver.slice(2))
    return { ...fixture, intent: { ...fixture.intent, to: receiver }, response: JSON.parse(text) }
  }

  test.each([
    ['the collection itself', nft],
    ['a currency', weth],
    ['Seaport', who.seaport],
    ['a conduit', conduit],
    ['nobody', who.native],
    ['the helper that moves tokens', who.policy.transferHelper ?? who.native],
    ['the older Seaport', seaportAddress['1.5']],
  ])('%s would keep it for ever', (_, receiver) => {
    expect(codes(checkFixture(to(receiver)), 'block')).toContain('CALL_RECIPIENT')
  })

  test('may be anybody else', () => {
    expect(checkFixture(to(who.maker)).decision).toBe('allow')
  })
})
