import { criteriaRoot, fulfilAdvanced, fulfilAvailable, seaportAddress } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import type { BidIntent } from '../src/model/intent.ts'
import type { Verdict } from '../src/model/verdict.ts'
import { reviewCard } from '../src/review/review.ts'
import * as who from './actors.ts'
import { sale } from './answer.ts'
import * as honest from './honest.ts'
import { judged } from './judged.ts'

const { conduit, eth, nft, weth } = who
const codes = (verdict: Verdict, severity: string) =>
  verdict.findings.filter((finding) => finding.severity === severity).map(({ code }) => code)

describe('the most that one unit may cost', () => {
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
    return honest.buy('sweep', intent, [sale(fulfilAvailable(tipped, honest.fillOptions))])
  }

  test('default: where nobody said it, a token above its equal share of the sum is asked about', () => {
    const verdict = judged(sweep(undefined))
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

  test('one token above it is stopped, though all together cost no more than agreed', () => {
    const verdict = judged(sweep(eth))
    expect(codes(verdict, 'block')).toContain('CALL_PRICE')
    expect(verdict.findings.find(({ code }) => code === 'CALL_PRICE')).toMatchObject({
      path: 'steps.1.items.0.data.data#orders.2',
      actual: `${(3n * eth) / 2n}`,
      expected: `${eth}`,
    })
    expect(judged(sweep((3n * eth) / 2n)).decision).toBe('allow')
  })

  test('fees on top count', () => {
    expect(judged(sweep((3n * eth) / 2n, 1_000n)).decision).toBe('block')
    expect(judged(sweep((3n * eth) / 2n + 1_000n, 1_000n)).decision).toBe('allow')
  })

  test('of several copies it holds for each, and for any token of a collection too', () => {
    const fixture = honest.BUY_1155()
    if (fixture.intent.action !== 'buy') throw new Error(fixture.intent.action)
    for (const [maxPrice, decision] of [
      [eth, 'allow'],
      [eth - 1n, 'block'],
    ] as const) {
      const items = fixture.intent.items.map((item) => ({ ...item, maxPrice: honest.priced(maxPrice) }))
      expect(judged({ ...fixture, intent: { ...fixture.intent, items } }).decision).toBe(decision)
      const any = {
        target: { kind: 'collection' as const, contract: nft },
        quantity: 1n,
        maxPrice: honest.priced(maxPrice),
      }
      const call = fulfilAdvanced(honest.fillOf(honest.ask()), honest.fillOptions)
      const collection = honest.buy('any', honest.buyIntent({ items: [any] }), [sale(call)])
      expect(judged(collection).decision).toBe(decision)
    }
  })
})

describe('a currency that nobody vouches for', () => {
  // Its maker named it WETH, and the page agreed to it because a quote said so.
  const own = `0x${'7e'.repeat(20)}` as const
  const bought = () => {
    const call = fulfilAdvanced(honest.fillOf(honest.ask(50n, { currency: own })), honest.fillOptions)
    const intent = honest.buyIntent({ limits: new Map([[own, eth]]) })
    const facts = { ...honest.BUY_E().facts, allowances: new Map([[`${own}:${conduit}`, eth]]) }
    return honest.buy('own', intent, [sale(call)], facts)
  }
  const sold = () => {
    const offer = honest.offer({ root: 0n }, { currency: own, fees: [] })
    const call = fulfilAdvanced(honest.fillOf(offer, { tokenId: 3n, proof: [] }), honest.fillOptions)
    const facts = { ...honest.SELL_A().facts, operators: new Map([[`${nft}:${conduit}`, true]]) }
    const intent = honest.sellIntent({ minimums: new Map([[own, 10n * eth]]) })
    return honest.sell('own', [sale(call)], intent, facts)
  }

  test('default: what is paid or comes in it was agreed on, and is asked about all the same', () => {
    for (const fixture of [bought(), sold()]) {
      const verdict = judged(fixture)
      expect(verdict.decision).toBe('confirm')
      expect(codes(verdict, 'confirm')).toEqual(['CALL_CURRENCY'])
      expect(reviewCard(fixture.intent.action, verdict).trust).toBe('amber')
    }
  })

  test('where the page vouches for it, it is as good as any', () => {
    for (const fixture of [bought(), sold()]) {
      const chain = fixture.policy.chains[1]!
      const paymentTokens = [...chain.paymentTokens, { address: own, decimals: 18 }]
      const policy = { ...fixture.policy, chains: { 1: { ...chain, paymentTokens } } }
      expect(judged({ ...fixture, policy }).decision).toBe('allow')
    }
  })

  test('nothing is paid in it where it was not agreed on', () => {
    for (const fixture of [bought(), sold()]) {
      const intent =
        fixture.intent.action === 'buy'
          ? { ...fixture.intent, limits: undefined }
          : honest.sellIntent({ minimums: undefined })
      expect(codes(judged({ ...fixture, intent }), 'block')).toContain('CALL_CURRENCY')
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

  test('default: with its tokens named it is proven, and the card says how many they are', () => {
    const verdict = judged(trait(honest.tokenIds))
    expect(verdict.decision).toBe('allow')
    expect(wanted(verdict)).toEqual([
      { kind: 'erc721', contract: nft, oneOf: { root, count: 5 }, amount: 1n },
    ])
    expect(reviewCard('bid', verdict).unproven).not.toContain('trait_members')
  })

  test('without them the provider’s list is asked about; the card names its root, and no number that nobody knows', () => {
    const verdict = judged(trait())
    expect(codes(verdict, 'confirm')).toEqual(['ORD_CRITERIA'])
    expect(wanted(verdict)).toMatchObject([{ oneOf: { root, count: undefined } }])
    expect(reviewCard('bid', verdict).unproven).toContain('trait_members')
  })

  test('one token more, one less, or none at all in the provider’s list is stopped', () => {
    for (const named of [honest.tokenIds.slice(1), [...honest.tokenIds, 4n], []])
      expect(codes(judged(trait(named)), 'block')).toContain('ORD_CRITERIA')
  })

  test('a list and any token of a collection are told apart on the card', () => {
    expect(wanted(judged(honest.BID_T()))).toMatchObject([{ oneOf: { root, count: 5 } }])
    expect(wanted(judged(honest.BID_C()))[0]).not.toHaveProperty('oneOf')
  })
})

describe('offers that live already', () => {
  const committed = (amount: bigint) => new Map([[`${weth}:${conduit}`, amount]])
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
    const facts = { ...fixture.facts, committed: committed(live), balances: balances(balance), allowances }
    return { ...fixture, facts }
  }
  const approved = (verdict: Verdict) =>
    verdict.effects.authority.filter(({ kind }) => kind === 'erc20').map(({ amount }) => amount)

  test('default: the approval that replaces theirs covers them too', () => {
    const verdict = judged(rich(2n * eth))
    expect(verdict.decision).toBe('allow')
    expect(approved(verdict)).toEqual([3n * eth])
    expect(approved(judged(rich(0n)))).toEqual([eth])
  })

  test('an allowance for this offer alone is raised where the plan asks for it, and is asked about where it does not', () => {
    expect(approved(judged(rich(2n * eth, eth)))).toEqual([3n * eth])
    const enough = judged(rich(2n * eth, 3n * eth))
    expect(enough.items.map(({ purpose }) => purpose)).toEqual(['sign-offer'])
    expect(enough.decision).toBe('allow')
    const silent = rich(2n * eth, eth)
    silent.response.steps.shift()
    const verdict = judged(silent)
    expect(verdict.decision).toBe('confirm')
    expect(verdict.findings.find(({ code }) => code === 'ORD_FUNDS')).toMatchObject({
      actual: `${3n * eth}`,
      expected: `${eth}`,
    })
    const alone = rich(0n, eth)
    alone.response.steps.shift()
    expect(judged(alone).decision).toBe('allow')
  })

  test('more promised than there is, is asked about', () => {
    const verdict = judged(rich(10n * eth))
    expect(verdict.findings.find(({ code }) => code === 'ORD_FUNDS')).toMatchObject({
      severity: 'confirm',
      actual: `${11n * eth}`,
      expected: `${10n * eth}`,
    })
    expect(codes(judged(rich(9n * eth)), 'confirm')).toEqual([])
  })

  test('what lives in another currency, or through another spender, raises nothing', () => {
    const fixture = rich(0n)
    const other = new Map([
      [`${who.usdc}:${conduit}`, eth],
      [`${weth}:${who.seaport}`, eth],
    ])
    expect(approved(judged({ ...fixture, facts: { ...fixture.facts, committed: other } }))).toEqual([eth])
  })
})

describe('who receives a transfer', () => {
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
    expect(codes(judged(to(receiver)), 'block')).toContain('CALL_RECIPIENT')
  })

  test('default: anybody else may have it', () => {
    expect(judged(to(who.maker)).decision).toBe('allow')
  })
})
