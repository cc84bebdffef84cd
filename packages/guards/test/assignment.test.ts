import { fulfillAdvanced, fulfillAvailable, orderHash } from '@sluice/seaport'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BuyIntent } from '../src/model/intent.ts'
import type { CheckedItem, Verdict } from '../src/model/verdict.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { sale } from './support/answer.ts'

const { editions, eth, native, nft } = who
type Item = BuyIntent['items'][number]

const any = (maxPrice?: bigint, quantity = 1n): Item => ({
  target: { kind: 'collection', contract: nft },
  quantity,
  maxPrice: honest.priced(maxPrice),
})
const one = (tokenId: bigint, maxPrice?: bigint): Item => ({
  target: { kind: 'token', contract: nft, tokenId },
  quantity: 1n,
  maxPrice: honest.priced(maxPrice),
})
const offered = (tokenId: bigint, gross: bigint) => honest.fillOf(honest.ask(tokenId, { gross }))
type Offered = ReturnType<typeof offered>

/** Token 50 and on, at these prices. */
const offers = (...prices: readonly bigint[]) => prices.map((gross, at) => offered(50n + BigInt(at), gross))

const intentOf = (items: readonly Item[], limit: bigint, more: Partial<BuyIntent> = {}) =>
  honest.buyIntent({ items, limits: new Map([[native, limit]]), ...more })
const together = (fills: readonly Offered[]) => sale(fulfillAvailable(fills, honest.fillOptions))
const apart = (fills: readonly Offered[]) =>
  sale(...fills.map((fill) => fulfillAdvanced(fill, honest.fillOptions)))

const verdictFor = (intent: BuyIntent, step: ReturnType<typeof sale>, done: readonly CheckedItem[] = []) => {
  const { response, facts, policy } = honest.buy('buy', intent, [step])
  return verify(intent, response, facts, policy, { salts: [1n], done })
}
const codes = ({ findings }: Verdict) =>
  findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)

/** Every order of a list. */
const permutations = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  list.length < 2
    ? [list]
    : list.flatMap((first, at) => permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]))

/** Whether some way to serve one item by each order keeps every bound. */
const fits = (items: readonly Item[], fills: readonly Offered[]): boolean =>
  permutations(items).some((order) =>
    fills.every(({ components: { offer, consideration } }, at) => {
      const item = order[at]
      const price = consideration.reduce((sum, { startAmount }) => sum + startAmount, 0n)
      const { target, maxPrice } = item ?? {}
      const same =
        target?.kind === 'collection' ||
        target?.kind !== 'token' ||
        target.tokenId === offer[0]?.identifierOrCriteria
      return item !== undefined && same && price <= (maxPrice?.amount ?? price)
    }),
  )

describe('the assignment of orders to the items of a purchase', () => {
  test('allows orders in any sequence, whatever each item may cost', () => {
    const items = [any(3n * eth), one(51n, 3n * eth), any(eth)]
    for (const wanted of permutations(items))
      for (const [way, order] of permutations(offers(eth, 3n * eth, 2n * eth)).entries()) {
        const write = way % 2 === 0 ? together : apart
        expect(codes(verdictFor(intentOf(wanted, 9n * eth), write(order)))).toEqual([])
      }
  })

  test('serves an item that names its token, even if any token of the collection came first', () => {
    for (const items of permutations([any(), one(50n)]))
      for (const fills of permutations(offers(eth, eth)))
        expect(verdictFor(intentOf(items, 2n * eth), together(fills)).decision).toBe('allow')
  })

  test('serves an item that names its order beside others that the order could serve', () => {
    const fills = offers(eth, eth, eth)
    const named: Item = {
      target: { kind: 'order', orderId: orderHash(fills[1]!.components) },
      quantity: 1n,
    }
    for (const items of permutations([any(), named, one(50n)]))
      for (const order of permutations(fills))
        expect(verdictFor(intentOf(items, 3n * eth), together(order)).decision).toBe('allow')
  })

  test('allows no order above the price of its item, even if another item allows more', () => {
    const items = [any(eth), any(2n * eth)]
    for (const fills of permutations(offers(2n * eth, 2n * eth)))
      for (const write of [together, apart])
        expect(codes(verdictFor(intentOf(items, 4n * eth), write(fills)))).toContain('CALL_PRICE')
    // What the dear item may cost is no allowance for a token that only the cheap one can be.
    const tight = [one(50n, eth), any(3n * eth)]
    expect(verdictFor(intentOf(tight, 9n * eth), together(offers(2n * eth, 2n * eth))).decision).toBe('block')
  })

  test('may bring only the expensive item in a partial purchase, and keeps the cheap limit for the cheap one', () => {
    const items = [any(eth), any(2n * eth)]
    const intent = intentOf(items, 3n * eth, { partial: true })
    expect(verdictFor(intent, together(offers(2n * eth))).decision).toBe('allow')
    expect(codes(verdictFor(intent, together(offers(2n * eth + 1n))))).toContain('CALL_PRICE')
  })

  test('gives units of one token the limit of the item that they are bought for', () => {
    const copies = (maxPrice: bigint, quantity: bigint): Item => ({
      target: { kind: 'token', contract: editions, tokenId: 7n },
      quantity,
      maxPrice: honest.priced(maxPrice),
    })
    const lot = (salt: bigint, quantity: bigint, each: bigint) =>
      honest.fillOf(
        honest.ask(7n, { token: editions, kind: 'erc1155', quantity, gross: quantity * each, salt }),
      )
    const intent = intentOf([copies(2n * eth, 2n), copies(eth, 3n)], 9n * eth)
    for (const fills of permutations([lot(1n, 1n, eth), lot(2n, 2n, eth), lot(3n, 2n, 2n * eth)]))
      expect(codes(verdictFor(intent, together(fills)))).toEqual([])
    for (const fills of permutations([lot(1n, 3n, 2n * eth), lot(2n, 2n, eth)]))
      expect(codes(verdictFor(intent, together(fills)))).toContain('CALL_PRICE')
  })

  test('allows a plan exactly if some assignment keeps every limit', () => {
    const bound = fc.option(fc.bigInt({ min: 1n, max: 4n }), { nil: undefined })
    const item = fc.oneof(
      bound.map((most) => any(most && most * eth)),
      fc.tuple(fc.bigInt({ min: 50n, max: 53n }), bound).map(([id, most]) => one(id, most && most * eth)),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(item, fc.bigInt({ min: 1n, max: 4n })), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        (pairs, whole) => {
          const items = pairs.map(([one]) => one)
          const fills = offers(...pairs.map(([, price]) => price * eth))
          const verdict = verdictFor(intentOf(items, 99n * eth), (whole ? together : apart)(fills))
          expect(verdict.decision).toBe(fits(items, fills) ? 'allow' : 'block')
        },
      ),
      { numRuns: 100 },
    )
  })

  test('may bring the expensive item first while others are awaited if each item has its own price', () => {
    const first = (items: readonly Item[], price: bigint) => {
      const step = apart(offers(price, eth))
      delete (step.items[1] as { data?: unknown }).data
      return verdictFor(intentOf(items, 4n * eth), step).findings.map(({ code }) => code)
    }
    const items = [any(eth), any(3n * eth)]
    expect(first(items, 3n * eth)).toEqual([])
    expect(first(items, 3n * eth + 1n)).toContain('CALL_PRICE')
    // Where one has none, it has what the others leave of the sum, and is asked about beyond that.
    expect(first([any(), any(3n * eth)], 3n * eth)).toEqual([])
    expect(first([any(), any(3n * eth)], 3n * eth + 1n)).toEqual(['NO_ITEM_PRICE'])
  })

  test('keeps a bought item when the plan comes again, and does not buy it twice', () => {
    const items = [any(3n * eth), any(eth), one(52n, 2n * eth)]
    const intent = intentOf(items, 6n * eth)
    for (const fills of permutations(offers(eth, 3n * eth, 2n * eth))) {
      const first = verdictFor(intent, apart(fills))
      for (const count of [1, 2]) {
        const done = first.items.slice(0, count)
        const again = verdictFor(intent, apart(fills), done)
        expect(codes(again)).toEqual([])
        expect(again.items).toHaveLength(3 - count)
        expect(again.settled).toHaveLength(count)
        expect(verdictFor(intent, apart([...fills, fills[0]!]), done).decision).toBe('block')
      }
    }
  })
})

describe('the assignment of offers to the items of a sale', () => {
  const net = (price: bigint) => price - (75n * price) / 1_000n
  const met = (tokenId: bigint, gross: bigint) =>
    honest.fillOf(honest.offer({ root: 0n }, { gross, salt: tokenId }), { tokenId, proof: [] })
  const token = (tokenId: bigint, orderId?: `0x${string}`) => ({
    contract: nft,
    tokenId,
    quantity: 1n,
    orderId,
  })
  const sold = (
    items: readonly ReturnType<typeof token>[],
    fills: readonly ReturnType<typeof met>[],
    least: bigint,
    awaited = 0,
  ) => {
    const step = sale(...fills.map((fill) => fulfillAdvanced(fill, honest.fillOptions)))
    for (const item of step.items.slice(fills.length - awaited)) delete (item as { data?: unknown }).data
    const intent = honest.sellIntent({ items, minimums: new Map([[who.weth, least]]) })
    const facts = {
      ...honest.SELL_A().facts,
      operators: new Map([[`${nft}:${who.conduit}`, true]]),
      allowances: new Map([[`${who.weth}:${who.conduit}`, 100n * eth]]),
    }
    const { response, policy } = honest.sell('sell', [step], intent)
    return codes(verify(intent, response, facts, policy, { salts: [1n] }))
  }

  test('allows offers in any sequence', () => {
    const fills = [met(3n, 10n * eth), met(4n, 8n * eth)]
    for (const order of permutations(fills))
      for (const items of permutations([token(3n), token(4n)]))
        expect(sold(items, order, net(18n * eth))).toEqual([])
  })

  test('sells no item below its share while another is awaited that may never come', () => {
    const fills = [met(3n, 10n * eth), met(4n, 10n * eth)]
    expect(sold([token(3n), token(4n)], fills, net(20n * eth), 1)).toContain('CALL_PRICE')
    expect(sold([token(3n), token(4n)], fills, net(20n * eth))).toEqual([])
  })
})
