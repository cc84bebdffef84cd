import {
  type Fill,
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  matchAsks,
  matchBids,
  orderHash,
} from '@sluice/seaport'
import fc from 'fast-check'
import { type Address, zeroHash } from 'viem'
import type { BuyIntent, SellIntent } from '../../src/model/intent.ts'
import * as honest from '../honest/honest.ts'
import * as who from './actors.ts'

/** Purchases and sales at random, honest and not, with what each order costs or brings by our own arithmetic. */

const { editions, eth, marketplace, native, nft, otherNft, usdc, user, weth } = who

export type Side = 'buy' | 'sell'
export type Token = { readonly contract: Address; readonly tokenId: bigint }

/** One item of an intent, and the orders that the plan has for it. Prices are in tenths of a coin for one unit. */
export type Wanted = {
  readonly token: Token
  readonly quantity: number
  readonly named: 'token' | 'order' | 'collection'
  /** Its own price, if it has one. */
  readonly own: number | undefined
  /** What the plan's order costs or brings; the second time it is asked, too. */
  readonly prices: readonly [number, number]
  /** Whether two orders serve it. */
  readonly split: boolean
  /** Whether it is in the second currency. */
  readonly other: boolean
  /** The call of the plan that its orders are in, and none for what the plan leaves out. */
  readonly call: number | undefined
}
export type Scene = {
  readonly side: Side
  readonly wanted: readonly Wanted[]
  readonly forms: readonly ('basic' | 'advanced' | 'grouped' | 'match')[]
  /** The total that is agreed on, more or less than the first prices come to, or none. */
  readonly total: 'exact' | 'less' | 'more' | 'none'
  readonly tip: number
  readonly partial: boolean
  readonly shared: boolean
}

const tokens: readonly Token[] = [
  ...[50n, 51n, 52n].map((tokenId) => ({ contract: nft, tokenId })),
  ...[60n, 61n].map((tokenId) => ({ contract: otherNft, tokenId })),
  ...[7n, 8n].map((tokenId) => ({ contract: editions, tokenId })),
]
const unitPrice = fc.oneof(
  { weight: 3, arbitrary: fc.constant(10) },
  { weight: 1, arbitrary: fc.constantFrom(1, 5, 8, 12, 25) },
)
/** Mostly tokens of one collection, so that equal shares come into play. */
const few = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...tokens.slice(0, 3)), { minLength: 1, maxLength: 3 }),
  fc.uniqueArray(fc.constantFrom(...tokens), { minLength: 1, maxLength: 3 }),
  fc.uniqueArray(fc.constantFrom(...tokens.slice(5)), { minLength: 1, maxLength: 2 }),
)
const wantedOf = (token: Token, side: Side, bound: boolean): fc.Arbitrary<Wanted> =>
  fc.record({
    token: fc.constant(token),
    quantity: token.contract === editions ? fc.integer({ min: 1, max: 4 }) : fc.constant(1),
    named: fc.constantFrom(
      ...(['token', 'token', 'order', side === 'buy' ? 'collection' : 'token'] as const),
    ),
    own: bound
      ? fc.constantFrom(8, 10, 10, 12)
      : fc.option(fc.constantFrom(8, 10, 12, 25), { nil: undefined, freq: 3 }),
    prices: fc.tuple(unitPrice, unitPrice),
    split: fc.boolean(),
    other: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
    call: fc.constantFrom(0, 0, 0, 1, 1, 2, undefined),
  })

/** A trade at random. */
export const scenes: fc.Arbitrary<Scene> = fc
  .record({ side: fc.constantFrom<Side[]>('buy', 'sell'), tokens: few, bound: fc.boolean() })
  .chain(({ side, tokens: named, bound }) =>
    fc.record({
      side: fc.constant(side),
      wanted: fc.tuple(...named.map((token) => wantedOf(token, side, bound))),
      forms: fc.tuple(
        ...[0, 1, 2].map(() => fc.constantFrom('basic', 'advanced', 'grouped', 'match') as never),
      ),
      total: fc.constantFrom('exact', 'exact', 'more', 'less', 'none'),
      tip: fc.constantFrom(0, 0, 1),
      partial: fc.boolean(),
      shared: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
    }),
  ) as fc.Arbitrary<Scene>

/** An order of a plan as Seaport carries it out: what moves, and all that it costs or brings. */
export type Order = {
  readonly token: Token
  readonly units: bigint
  readonly price: bigint
  readonly currency: Address
  readonly id: string
  readonly fill: Fill
}
/** A call of a plan; `skips`: each of its orders may be filled without the others. */
export type Call = { readonly orders: readonly Order[]; readonly skips: boolean; readonly written: unknown }

const tenth = eth / 10n
const currencyOf = (side: Side, other: boolean): Address => (other ? usdc : side === 'buy' ? native : weth)

function ordersOf({ side, tip }: Scene, wanted: Wanted, index: number, asking: 0 | 1): readonly Order[] {
  const { token, quantity, named, split, other } = wanted
  const parts = split && quantity > 1 && named !== 'order' ? [1, quantity - 1] : [quantity]
  const kind = token.contract === editions ? ('erc1155' as const) : ('erc721' as const)
  const currency = currencyOf(side, other)
  return parts.map((part, at) => {
    const units = BigInt(part)
    const gross = BigInt(wanted.prices[asking]) * tenth * units
    const onTop = BigInt(tip) * (tenth / 10n) * units
    const terms = { gross, currency, quantity: units, salt: BigInt(index * 10 + at + 1), fees: [] }
    const components =
      side === 'buy'
        ? honest.ask(token.tokenId, { ...terms, token: token.contract, kind })
        : honest.offer(undefined, {
            ...terms,
            target: { kind, token: token.contract, tokenId: token.tokenId },
          })
    const tips = onTop > 0n ? [{ recipient: marketplace, amount: onTop }] : []
    return {
      token,
      units,
      price: side === 'buy' ? gross + onTop : gross - onTop,
      currency,
      id: orderHash(components),
      fill: honest.fillOf(components, { tips }),
    }
  })
}

/** The calls of a plan; none where an order cannot be written so. */
export function callsOf(scene: Scene, asking: 0 | 1): readonly Call[] {
  return [0, 1, 2].flatMap((call) => {
    const orders = scene.wanted.flatMap((wanted, index) =>
      wanted.call === call ? ordersOf(scene, wanted, index, asking) : [],
    )
    const fills = orders.map(({ fill }) => fill)
    const [first] = fills
    if (first === undefined) return []
    const form = scene.forms[call]
    const alone = orders.length === 1
    const write = (): readonly [{ to: Address; data: `0x${string}`; value: bigint }, boolean] => {
      if (form === 'match') {
        const options = { ...honest.fillOptions, account: user }
        return [(scene.side === 'buy' ? matchAsks : matchBids)(fills, options), false]
      }
      if (form === 'grouped' || !alone) return [fulfillAvailable(fills, honest.fillOptions), true]
      return [
        form === 'basic' && first.tips?.length === 0
          ? fulfillBasic(first, honest.fillOptions)
          : fulfillAdvanced(first, honest.fillOptions),
        false,
      ]
    }
    const [written, skips] = write()
    return [{ orders, skips, written: honest.sale(written).items[0] }]
  })
}

/** What the user agreed to: the items with their own prices, and a total by the prices of the first asking. */
export function intentOf(scene: Scene): BuyIntent | SellIntent {
  const { side, wanted, total, tip, partial } = scene
  const sums = new Map<Address, bigint>()
  for (const [index, one] of wanted.entries())
    for (const { currency, price } of ordersOf(scene, one, index, 0))
      sums.set(currency, (sums.get(currency) ?? 0n) + price)
  const factor = { exact: 10n, less: 9n, more: 12n, none: 0n }[total]
  const own = (one: Wanted) =>
    one.own === undefined
      ? undefined
      : { currency: currencyOf(side, one.other), amount: BigInt(one.own) * tenth }
  const ownSums = new Map<Address, bigint>()
  for (const one of wanted) {
    const price = own(one)
    if (price !== undefined)
      ownSums.set(price.currency, (ownSums.get(price.currency) ?? 0n) + price.amount * BigInt(one.quantity))
  }
  const all = wanted.every((one) => one.own !== undefined)
  const totals =
    total === 'none'
      ? all
        ? ownSums
        : undefined
      : new Map([...sums].map(([key, sum]) => [key, (sum * factor) / 10n]))
  const units = wanted.reduce((sum, { quantity }) => sum + quantity, 0)
  const feesOnTop =
    tip > 0 ? [{ recipient: marketplace, amount: BigInt(tip) * (tenth / 10n) * BigInt(units) }] : []
  const common = { feesOnTop, partial }
  if (side === 'buy')
    return honest.buyIntent({
      ...common,
      limits: totals,
      items: wanted.map((one, index) => ({
        quantity: BigInt(one.quantity),
        maxPrice: own(one),
        target:
          one.named === 'collection'
            ? { kind: 'collection', contract: one.token.contract }
            : one.named === 'order'
              ? {
                  kind: 'order',
                  orderId: (ordersOf(scene, one, index, 0)[0]?.id ?? zeroHash) as `0x${string}`,
                }
              : { kind: 'token', ...one.token },
      })),
    })
  return honest.sellIntent({
    ...common,
    minimums: totals,
    items: wanted.map((one, index) => ({
      ...one.token,
      quantity: BigInt(one.quantity),
      minPrice: own(one),
      orderId: one.named === 'order' ? (ordersOf(scene, one, index, 0)[0]?.id as `0x${string}`) : undefined,
    })),
  })
}
