import { fulfillAdvanced, fulfillAvailable, matchAsks, matchBids, zeroHash } from '@sluice/seaport'
import { encodeFunctionData, type Hex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PolicyInput } from '../src/model/policy.ts'
import { resolvePolicy } from '../src/model/resolvePolicy.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { type Args, changeCall } from './support/changeCall.ts'
import { blockingCodes, checkFixture } from './support/checkFixture.ts'

const { artist, conduitKey, day, eth, marketplace, native, nft, nowSeconds, policyOf, usdc, user, weth } = who
const { ask, buyIntent, fillOf, fillOptions, listingTerms, providerListing, sale } = honest

/** A listing on these terms, and the order that a provider makes of it. */
function listed(
  overrides: Parameters<typeof listingTerms>[1],
  order: Parameters<typeof providerListing>[1] = {},
  more: { policy?: PolicyInput; facts?: Partial<ReturnType<typeof who.factsOf>> } = {},
): honest.Fixture {
  const terms = listingTerms(1n, overrides)
  return {
    name: 'listed',
    intent: honest.listIntent(terms),
    facts: who.approvedFacts(more.facts),
    policy: policyOf(more.policy),
    response: {
      steps: [honest.step('order-signature', 'signature', [honest.signOrder(providerListing(terms, order))])],
    },
  }
}

describe('a match', () => {
  // The clocks of buyer and chain may differ by a minute, so an order may start that much later.
  const soon = { startTime: nowSeconds + 59n }
  const options = { ...fillOptions, account: user }
  const purchase = (endTime: bigint) => {
    const fills = [ask(50n, soon), ask(51n, { endTime })].map((order) => fillOf(order))
    const items = [50n, 51n].map((tokenId) => ({
      target: { kind: 'token' as const, contract: nft, tokenId },
      quantity: 1n,
    }))
    const intent = buyIntent({ items, limits: new Map([[native, 2n * eth]]) })
    return honest.buy('match', intent, [sale(matchAsks(fills, options))])
  }
  const sold = (endTime: bigint) => {
    const fills = [honest.offer({ tokenId: 3n }, soon), honest.offer({ tokenId: 4n }, { endTime })]
    const intent = honest.sellIntent({
      items: [3n, 4n].map((tokenId) => ({ contract: nft, tokenId, quantity: 1n, orderId: undefined })),
      minimums: new Map([[weth, 18n * eth]]),
    })
    const step = sale(
      matchBids(
        fills.map((order) => fillOf(order)),
        options,
      ),
    )
    return honest.sell('match', [step], intent, who.approvedFacts())
  }

  test.each([
    ['listings', purchase],
    ['offers', sold],
  ])('of %s needs a moment at which all of its orders are open', (_what, matched) => {
    expect(blockingCodes(matched(soon.startTime + 1n))).toEqual([])
    expect(blockingCodes(matched(soon.startTime))).toContain('CALL_EXPIRED')
  })
})

describe('an own order', () => {
  test('ends after now, and within the policy’s limit from its start', () => {
    expect(blockingCodes(listed({ endTime: nowSeconds + 1n }))).toEqual([])
    expect(blockingCodes(listed({ endTime: nowSeconds }))).toContain('ORD_TIME')
    const policy = { orders: { maxListingSeconds: 10 * Number(day) } }
    const until = (endTime: bigint) =>
      blockingCodes(listed({ startTime: nowSeconds, endTime }, { startTime: nowSeconds }, { policy }))
    expect(until(nowSeconds + 10n * day)).toEqual([])
    expect(until(nowSeconds + 10n * day + 1n)).toContain('ORD_TIME')
  })

  test('starts about when the provider says, by the slower clock', () => {
    const skew = BigInt(who.policy.orders.startSkewSeconds)
    const at = (startTime: bigint, facts = {}) => blockingCodes(listed({}, { startTime }, { facts }))
    const own = nowSeconds - 60n
    for (const startTime of [own - skew, own, own + skew]) expect(at(startTime)).toEqual([])
    for (const startTime of [own - skew - 1n, own + skew + 1n]) expect(at(startTime)).toContain('ORD_TIME')
    const startOf = (chainSeconds: bigint, startTime = own) => {
      const facts = { chainNow: Number(chainSeconds) * 1_000 }
      const [item] = checkFixture(listed({}, { startTime }, { facts })).items
      return item?.kind === 'signature' && item.request.kind === 'typedData'
        ? item.request.message.startTime
        : undefined
    }
    expect(startOf(nowSeconds - 100n)).toBe(nowSeconds - 160n)
    expect(startOf(nowSeconds + 100n)).toBe(nowSeconds - 60n)
    expect(startOf(nowSeconds - 2n * skew, own - skew)).toBe(nowSeconds - skew - 60n)
  })

  test('pays no royalty if none was agreed, and none of nothing', () => {
    const fees = [{ recipient: marketplace, bps: 250 }]
    expect(blockingCodes(listed({ royalties: { mode: 'none' } }, { fees }))).toEqual([])
    expect(blockingCodes(listed({ royalties: { mode: 'none' } }))).toContain('ORD_FEE')
    const royalties = new Map([[`${nft}:1`, { recipient: artist, bps: 0 }]])
    expect(blockingCodes(listed({}, { fees }, { facts: { royalties } }))).toEqual([])
    expect(blockingCodes(listed({}, {}, { facts: { royalties } }))).toContain('ORD_FEE')
  })

  test('pays no more fees in all than the policy allows', () => {
    const { maxFeeBps, maxRoyaltyBps } = who.policy
    const paying = (bps: number) => {
      const fees = [{ recipient: marketplace, bps }]
      return blockingCodes(listed({ royalties: { mode: 'none' }, fees }, { fees }))
    }
    expect(paying(maxFeeBps + maxRoyaltyBps)).toEqual([])
    expect(paying(maxFeeBps + maxRoyaltyBps + 1)).toContain('ORD_FEE')
  })

  test('is filled through Seaport itself, or a conduit that the policy lists', () => {
    const direct = (seaportDirect: boolean) =>
      blockingCodes(
        listed(
          {},
          { conduitKey: zeroHash },
          {
            policy: { seaportDirect },
            facts: { operators: new Map([[`${nft}:${who.seaport}`, true]]) },
          },
        ),
      )
    expect(direct(false)).toContain('ORD_CONDUIT')
    expect(direct(true)).not.toContain('ORD_CONDUIT')
    const keys = (conduitKeys: readonly Hex[] | 'chain') =>
      blockingCodes(listed({}, {}, { policy: { conduitKeys } }))
    expect(keys('chain')).toEqual([])
    expect(keys([conduitKey])).toEqual([])
    expect(keys([who.attackerKey])).toContain('ORD_CONDUIT')
  })

  test('is for no token of a contract that holds money, including an unlisted wrapped coin', () => {
    const bare = { ...who.chain, paymentTokens: [{ address: native, decimals: 18 }] }
    const policy = resolvePolicy(undefined, [bare])
    const kinds = new Map([[weth, 'erc721' as const]])
    expect(blockingCodes({ ...listed({ contract: weth }, {}, { facts: { kinds } }), policy })).toContain(
      'ORD_OFFER_ITEM',
    )
    const bid = honest.BID()
    const terms = honest.bidTerms({ kind: 'token', contract: usdc, tokenId: 9n })
    const intent = { ...bid.intent, bids: [terms] } as typeof bid.intent
    bid.response.steps.at(-1).items = [honest.signOrder(honest.providerBid(terms, []))]
    expect(blockingCodes({ ...bid, intent })).not.toEqual([])
    expect(blockingCodes({ ...honest.BID(), policy })).toEqual([])
  })

  test('has its place in a tree of pairs if several are under one signature', () => {
    const changes: readonly ((sign: Args) => void)[] = [
      ({ value }) => value.tree.push(value.tree[0]),
      ({ value }) => value.tree.pop(),
      ({ value }) => {
        value.tree = {}
      },
      ({ value }) => value.tree.reverse(),
      ({ types }) => types.BulkOrder.push({ name: 'more', type: 'bytes32' }),
      ({ types }) => {
        types.BulkOrder[0].name = 'leaves'
      },
      ({ types }) => {
        types.BulkOrder[0].type = `OrderComponents${'[2]'.repeat(11)}`
      },
      ({ types }) => {
        types.BulkOrder[0].type = 'OrderComponents[3][2]'
      },
      ({ types }) => {
        types.BulkOrder = {}
      },
    ]
    expect(blockingCodes(honest.LIST_B())).toEqual([])
    for (const change of changes) {
      const fixture = honest.LIST_B()
      change(fixture.response.steps.at(-1).items[0].data.sign)
      expect(blockingCodes(fixture)).not.toEqual([])
    }
  })
})

describe('the amount to wrap for bids', () => {
  const bids = (
    value: bigint,
    balance: bigint | undefined,
    ...grosses: readonly (readonly [Hex, bigint])[]
  ) => {
    const fixture = honest.BID()
    const all = grosses.map(([currency, gross], index) =>
      honest.bidTerms({ kind: 'token', contract: nft, tokenId: BigInt(index + 10) }, { currency, gross }),
    )
    const balances = new Map(balance === undefined ? [] : [[weth, balance] as const])
    balances.set(usdc, 1_000n * eth)
    const data = encodeFunctionData({ abi: honest.erc20, functionName: 'deposit' })
    const wrap = honest.incomplete({ from: user, to: weth, data, value: toHex(value) })
    const response = {
      steps: [
        honest.step('currency-wrapping', 'transaction', [wrap]),
        honest.step(
          'order-signature',
          'signature',
          all.map((terms) => honest.signOrder(honest.providerBid(terms, []))),
        ),
      ],
    }
    const intent = { ...fixture.intent, bids: all } as typeof fixture.intent
    return blockingCodes({ ...fixture, intent, response, facts: who.approvedFacts({ balances }) })
  }
  test('is what all of them in that coin need, or the largest does, and nothing else', () => {
    const two = [
      [weth, 2n * eth],
      [weth, 3n * eth],
      [usdc, 9n * eth],
    ] as const
    for (const value of [4n * eth, 2n * eth]) expect(bids(value, eth, ...two)).toEqual([])
    for (const value of [0n, eth, 3n * eth, 4n * eth + 1n, 13n * eth])
      expect(bids(value, eth, ...two)).toContain('CALL_WRAP')
    expect(bids(0n, 5n * eth, ...two)).toContain('CALL_WRAP')
    expect(bids(5n * eth, undefined, ...two)).toEqual([])
    expect(bids(5n * eth + 1n, undefined, ...two)).toContain('CALL_WRAP')
  })
})

describe('a payment beside the price', () => {
  test('is a fixed amount in the order’s currency to the agreed recipient', () => {
    const changes: readonly object[] = [
      { itemType: 1 },
      { token: weth },
      { identifierOrCriteria: 1n },
      { endAmount: honest.tipped.amount - 1n },
      { itemType: 2, token: nft },
      { recipient: artist },
      { startAmount: honest.tipped.amount + 1n, endAmount: honest.tipped.amount + 1n },
      { startAmount: honest.tipped.amount - 1n, endAmount: honest.tipped.amount - 1n },
    ]
    expect(blockingCodes(honest.BUY_TIP())).toEqual([])
    for (const change of changes)
      expect(
        blockingCodes(
          changeCall(honest.BUY_TIP(), ([order]: Args) =>
            Object.assign(order.parameters.consideration.at(-1), change),
          ),
        ),
        JSON.stringify(change, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      ).not.toEqual([])
  })

  test('goes to the right one of two recipients', () => {
    const fees = [
      { recipient: marketplace, amount: 10n },
      { recipient: artist, amount: 20n },
    ]
    const paying = (...tips: typeof fees) =>
      blockingCodes(
        honest.buy('two', buyIntent({ feesOnTop: fees, limits: new Map([[native, eth + 30n]]) }), [
          sale(fulfillAdvanced(fillOf(ask(), { tips }), fillOptions)),
        ]),
      )
    expect(paying(...fees)).toEqual([])
    expect(paying({ recipient: marketplace, amount: 20n }, { recipient: artist, amount: 10n })).toContain(
      'CALL_TIP',
    )
    expect(paying({ recipient: artist, amount: 30n })).toContain('CALL_TIP')
    expect(paying(fees[0]!)).toContain('CALL_TIP')
  })

  test('is as plain in the seller’s own side of a match as anywhere', () => {
    const tip = { recipient: marketplace, amount: eth / 10n }
    const matched = () =>
      honest.sell(
        'match',
        [
          sale(
            matchBids([fillOf(honest.offer(), { tokenId: 3n, proof: [], tips: [tip] })], {
              ...fillOptions,
              account: user,
            }),
          ),
        ],
        honest.sellIntent({ feesOnTop: [tip], minimums: new Map([[weth, 9n * eth]]) }),
        who.approvedFacts(),
      )
    const isTip = ({ startAmount }: Args) => startAmount === tip.amount
    const changed = (change: object) =>
      blockingCodes(
        changeCall(matched(), ([orders]: Args) => {
          const own = orders.flatMap(({ parameters }: Args) => parameters.consideration).find(isTip)
          Object.assign(own, change)
        }),
      )
    expect(changed({})).toEqual([])
    for (const change of [
      { itemType: 0, token: native },
      { token: usdc },
      { identifierOrCriteria: 1n },
      { endAmount: 1n },
      { recipient: artist },
    ])
      expect(changed(change)).not.toEqual([])
  })
})

describe('a call for several orders', () => {
  test('names each payment and each token once', () => {
    const changes: readonly ((args: Args) => void)[] = [
      (args) => args[2].push(args[2][0]),
      (args) => args[3].push(args[3][0]),
      (args) => args[2][0].push(args[2][0][0]),
      (args) => args[3].pop(),
      (args) => args[2].push([{ orderIndex: 9n, itemIndex: 0n }]),
      (args) => args[3].push([]),
    ]
    for (const change of changes)
      expect(blockingCodes(changeCall(honest.BUY_M(), change))).toContain('CALL_FULFILLMENTS')
  })

  test('sends a recent price if it falls, and no more than was agreed', () => {
    const falling = ask(50n, {
      gross: 2n * eth,
      endGross: eth,
      startTime: nowSeconds - 5_000n,
      endTime: nowSeconds + 5_000n,
    })
    const sending = (value: bigint, limit = 2n * eth) => {
      const call = fulfillAvailable([fillOf(falling)], fillOptions)
      const intent = buyIntent({ limits: new Map([[native, limit]]) })
      return checkFixture(honest.buy('falling', intent, [sale({ ...call, value })]))
    }
    // Half of its time is over: a ten-thousandth of the way down takes a second.
    const at = (seconds: bigint) => (3n * eth) / 2n - (seconds * eth) / 10_000n
    const sent = (value: bigint, limit?: bigint) => {
      const [item] = sending(value, limit).items
      return item?.kind === 'transaction' ? item.call.value : undefined
    }
    const own = sent(at(0n)) as bigint
    expect(own).toBeGreaterThanOrEqual(at(0n))
    expect(own - at(-60n)).toBeLessThan(10n)
    expect(sent(at(-300n))).toBe(own)
    for (const value of [at(-400n), at(1_000n), 0n, 2n * eth]) expect(sent(value)).toBeUndefined()
    expect(sent(at(0n), at(-30n))).toBeLessThanOrEqual(at(-30n))
  })
})
