import { fulfillAdvanced, matchBids, type OrderComponents, seaportAbi } from '@sluice/seaport'
import { decodeFunctionData, encodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Intent } from '../src/model/intent.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { blockingCodes, checkFixture } from './support/checkFixture.ts'

const { artist, editions, eth, marketplace, nft, policyOf, usdc, user, weth } = who
const { fillOf, fillOptions, offer, sale, sellIntent } = honest

describe('a fee of several units', () => {
  const bps = 250
  // Two and a half per cent of each are 25,000.975, and of all three 75,002.925.
  const unit = 1_000_039n
  const [perUnit, ofAll] = [75_000n, 75_002n]
  const fees = [{ recipient: marketplace, bps }]
  const common = { quantity: 3n, gross: 3n * unit, fees, royalties: { mode: 'none' } } as const
  const listing = honest.listingTerms(7n, { contract: editions, ...common })
  const bid = honest.bidTerms({ kind: 'token', contract: editions, tokenId: 7n }, common)
  const sides = {
    listing: { intent: honest.listIntent(listing), order: honest.providerListing(listing, { fees }) },
    bid: { intent: { ...honest.BID().intent, bids: [bid] } as Intent, order: honest.providerBid(bid, []) },
  }
  /** Three units, of which the marketplace gets `fee`, in one payment or two, and the maker of a listing the rest. */
  const paying = (fee: bigint, { intent, order }: (typeof sides)['bid'], split: boolean) => {
    const consideration = order.consideration.flatMap((item) => {
      const toThem = split ? [1n, fee - 1n] : [fee]
      const own = [item.itemType > 1 ? 3n : 3n * unit - fee]
      const amounts = item.recipient === marketplace ? toThem : own
      return amounts.map((amount) => ({ ...item, startAmount: amount, endAmount: amount }))
    })
    const signed = honest.signOrder({ ...order, consideration })
    const response = { steps: [honest.step('order-signature', 'signature', [signed])] }
    return blockingCodes({ ...honest.BID(), intent, response, facts: who.approvedFacts() })
  }

  for (const [name, side] of Object.entries(sides))
    test(`in a ${name} is rounded for each of them or for all at once, and is nothing else`, () => {
      for (const split of [false, true]) {
        for (const fee of [perUnit, ofAll]) expect(paying(fee, side, split)).toEqual([])
        for (const fee of [perUnit - 1n, perUnit + 1n, ofAll - 1n, ofAll + 1n])
          expect(paying(fee, side, split)).toContain('ORD_FEE')
      }
    })
})

describe('the royalty that an offer leaves out', () => {
  const percent = eth / 10n
  /** Ten WETH are offered, of which `bps` go to the artist; the seller pays the artist `amount` on top, beside a fee. */
  const paying = (amount: bigint, bps: number, maxRoyaltyBps?: number, normalizeRoyalties = true) => {
    const order = offer(undefined, { fees: [{ recipient: artist, bps }] })
    const agreed = { recipient: marketplace, amount: percent }
    const tips = [agreed, { recipient: artist, amount }]
    return blockingCodes({
      ...honest.sell(
        'royalty',
        [sale(fulfillAdvanced(fillOf(order, { tokenId: 3n, proof: [], tips }), fillOptions))],
        sellIntent({ minimums: new Map([[weth, 9n * eth]]), feesOnTop: [agreed], normalizeRoyalties }),
        who.approvedFacts(),
      ),
      policy: policyOf(maxRoyaltyBps === undefined ? {} : { maxRoyaltyBps }),
    })
  }

  test('is the chain’s share less what the offer pays, and not a base unit more', () => {
    expect(paying(5n * percent, 0)).toEqual([])
    expect(paying(5n * percent + 1n, 0)).toEqual(['CALL_TIP'])
    expect(paying(3n * percent, 200)).toEqual([])
    expect(paying(3n * percent + 1n, 200)).toEqual(['CALL_TIP'])
    expect(paying(1n, 500)).toEqual(['CALL_TIP'])
  })

  test('may go to the recipient of a fee on top, in one payment or two, and is no more than both', () => {
    const fee = { recipient: artist, amount: percent }
    const order = offer(undefined, { fees: [] })
    const both = (...amounts: readonly bigint[]) => {
      const tips = amounts.map((amount) => ({ recipient: artist, amount }))
      const fill = fulfillAdvanced(fillOf(order, { tokenId: 3n, proof: [], tips }), fillOptions)
      const limits = { minimums: new Map([[weth, 9n * eth]]), feesOnTop: [fee], normalizeRoyalties: true }
      return blockingCodes(honest.sell('both', [sale(fill)], sellIntent(limits), who.approvedFacts()))
    }
    const owed = 5n * percent
    for (const paid of [[owed, percent], [percent, owed], [owed + percent], [owed - 1n, percent]])
      expect(both(...paid)).toEqual([])
    expect(both(owed, percent + 1n)).toContain('CALL_TIP')
    expect(both(owed + percent + 1n)).toContain('CALL_TIP')
    expect(both(percent - 1n)).toEqual(['CALL_TIP'])
    expect(both()).toEqual(['CALL_TIP'])
  })

  test('is also paid by the seller’s own order of a match, and not a base unit more', () => {
    const matching = (amount: bigint, normalizeRoyalties = true) => {
      const fill = fillOf(offer({ tokenId: 3n }, { fees: [] }), { tips: [{ recipient: artist, amount }] })
      const step = sale(matchBids([fill], { ...fillOptions, account: user }))
      const intent = sellIntent({ minimums: new Map([[weth, 9n * eth]]), normalizeRoyalties })
      return blockingCodes(honest.sell('matched', [step], intent, who.approvedFacts()))
    }
    expect(matching(5n * percent)).toEqual([])
    expect(matching(5n * percent + 1n)).toContain('CALL_TIP')
    expect(matching(5n * percent, false)).toContain('CALL_TIP')
  })

  test('is at most the policy’s maximum, and nothing if it was not requested', () => {
    expect(paying(3n * percent, 0, 300)).toEqual([])
    expect(paying(3n * percent + 1n, 0, 300)).toEqual(['CALL_TIP'])
    expect(paying(percent, 0, undefined, false)).toEqual(['CALL_TIP'])
  })
})

describe('fees on top of several offers in one match', () => {
  const toMarketplace = { recipient: marketplace, amount: eth / 10n }
  const toArtist = { recipient: artist, amount: 30_000_000n }
  /** An offer of WETH and one of USDC; with `falling`, less is offered as time goes by. */
  const matched = (falling = false) => {
    const change = ({ offer: [given], ...order }: OrderComponents): OrderComponents => ({
      ...order,
      offer: [{ ...given!, startAmount: given!.startAmount + (falling ? 1_000_000n : 0n) }],
    })
    const orders = [
      offer({ tokenId: 3n }),
      offer({ tokenId: 9n }, { currency: usdc, gross: 1_000_000_000n, salt: 6n }),
    ].map(change)
    const fills = [toMarketplace, toArtist].map((tip, index) => fillOf(orders[index]!, { tips: [tip] }))
    return honest.sell(
      'several',
      [sale(matchBids(fills, { ...fillOptions, account: user }))],
      sellIntent({
        items: [3n, 9n].map((tokenId) => ({ contract: nft, tokenId, quantity: 1n, orderId: undefined })),
        feesOnTop: [toMarketplace, toArtist],
        minimums: new Map([
          [weth, (915n * eth) / 100n],
          [usdc, 895_000_000n],
        ]),
      }),
      who.approvedFacts(),
    )
  }
  // biome-ignore lint/suspicious/noExplicitAny: a call is changed in any of its arguments
  const saying = (fixture: honest.Fixture, change: (orders: any) => void) => {
    const { data } = fixture.response.steps.at(-1).items[0]
    const { functionName, args } = decodeFunctionData({ abi: seaportAbi, data: data.data })
    const changed = structuredClone(args)
    change(changed?.[0])
    data.data = encodeFunctionData({ abi: seaportAbi, functionName, args: changed as never })
    return blockingCodes(fixture)
  }

  test('belong to the offer that pays them, in its currency', () => {
    const verdict = checkFixture(matched())
    expect(verdict.findings).toEqual([])
    const [item] = verdict.items
    if (item?.kind !== 'transaction') throw new Error('A match is a transaction.')
    const { args } = decodeFunctionData({ abi: seaportAbi, data: item.call.data })
    const orders = args?.[0] as readonly {
      parameters: {
        offerer: string
        consideration: readonly { token: string; recipient: string; startAmount: bigint }[]
      }
    }[]
    const paid = orders
      .filter(({ parameters }) => parameters.offerer.toLowerCase() === user)
      .map(({ parameters }) =>
        parameters.consideration.map(({ token, recipient, startAmount }) => [
          token.toLowerCase(),
          recipient.toLowerCase(),
          startAmount,
        ]),
      )
    expect(paid).toEqual([
      [
        [weth, user, (915n * eth) / 100n],
        [weth, marketplace, toMarketplace.amount],
      ],
      [
        [usdc, user, 895_000_000n],
        [usdc, artist, toArtist.amount],
      ],
    ])
    expect(verdict.effects.get.map(({ contract, amount }) => [contract, amount])).toEqual([
      [weth, (915n * eth) / 100n],
      [usdc, 895_000_000n],
    ])
  })

  test('are in no other coin than that of the offer, whose units are not its own', () => {
    expect(blockingCodes(matched(true))).toEqual([])
    expect(
      saying(matched(true), (orders) => {
        orders[1].parameters.consideration[1].token = usdc
      }),
    ).toContain('CALL_TIP')
    expect(
      saying(matched(true), (orders) => {
        const [first, second] = [orders[1].parameters, orders[3].parameters]
        const [own, other] = [first.consideration.pop(), second.consideration.pop()]
        first.consideration.push(other)
        second.consideration.push(own)
      }),
    ).toContain('CALL_TIP')
  })
})
