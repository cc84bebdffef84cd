import { criteriaProof, criteriaRoot, type Fill, matchAsks } from '@sluice/seaport'
import type { Address } from 'viem'
import * as honest from '../honest/honest.ts'
import { day, eth, native, nft, nowSeconds, receiver, usdc, user, weth } from '../support/actors.ts'
import type { Variant } from './Variant.ts'

const { ask, fillOf, fillOptions, buyIntent, sale, approveAmount } = honest
type Intent = ReturnType<typeof buyIntent>

const items = (...tokenIds: readonly bigint[]): Intent['items'] =>
  tokenIds.map((tokenId) => ({ target: { kind: 'token', contract: nft, tokenId }, quantity: 1n }))
const recipientOf = (intent: Intent) => (intent.recipient === user ? {} : { recipient: intent.recipient })

/** One match of these fills, with the approvals that their currencies need. */
const matched =
  (
    name: string,
    fills: readonly Fill[],
    overrides: Partial<Intent>,
    approvals: readonly (readonly [Address, bigint])[] = [],
  ): Variant[1] =>
  () => {
    const intent = buyIntent({ items: items(...fills.map((_, index) => 50n + BigInt(index))), ...overrides })
    const call = matchAsks(fills, {
      ...fillOptions,
      ...recipientOf(intent),
      account: user,
      salt: 5n,
      now: nowSeconds - 60n,
      until: nowSeconds + 300n,
    })
    const allowed = approvals.map(([currency, amount]) => approveAmount(currency, amount))
    const steps = allowed.length === 0 ? [] : [honest.step('currency-approval', 'transaction', allowed)]
    return honest.buy(name, intent, [...steps, sale(call)])
  }

const two = [fillOf(ask(50n)), fillOf(ask(51n))]
const criteria = (): Fill => {
  const open = ask(0n)
  const offer = open.offer.map((item) => ({
    ...item,
    itemType: 4 as const,
    identifierOrCriteria: BigInt(criteriaRoot([50n, 51n])),
  }))
  return fillOf({ ...open, offer }, { tokenId: 51n, proof: criteriaProof([50n, 51n], 51n) })
}

/** Purchases in which all listings are bought or none. */
export const matches: readonly Variant[] = [
  ['two listings, all or none', matched('two', two, { limits: new Map([[native, 2n * eth]]) })],
  [
    'two listings, all or none, where a part would do as well',
    matched('partial', two, { limits: new Map([[native, 2n * eth]]), partial: true }),
  ],
  [
    'two listings as a gift, one of them private to the one who gets it',
    matched('gift', [fillOf(ask(50n)), fillOf(ask(51n, { taker: receiver }))], {
      limits: new Map([[native, 2n * eth]]),
      recipient: receiver,
    }),
  ],
  [
    'listings in three currencies',
    matched(
      'three currencies',
      [
        fillOf(ask(50n)),
        fillOf(ask(51n, { currency: usdc, gross: 5_000_000n })),
        fillOf(ask(52n, { currency: weth })),
      ],
      {
        limits: new Map([
          [native, eth],
          [usdc, 5_000_000n],
          [weth, eth],
        ]),
      },
      [
        [usdc, 5_000_000n],
        [weth, eth],
      ],
    ),
  ],
  [
    'prices that fall and rise beside a fixed one',
    matched(
      'moving',
      [
        fillOf(ask(50n, { gross: 2n * eth, endGross: eth / 2n })),
        fillOf(ask(51n, { gross: eth, endGross: 3n * eth, endTime: nowSeconds + 2n * day })),
        fillOf(ask(52n)),
        fillOf(ask(53n, { gross: 3n * eth, endGross: eth })),
      ],
      { limits: new Map([[native, 10n * eth]]) },
    ),
  ],
  [
    'a private listing whose price falls',
    matched('private', [fillOf(ask(50n, { gross: 2n * eth, endGross: eth / 2n, taker: user }))], {
      limits: new Map([[native, 2n * eth]]),
    }),
  ],
  [
    'a falling price in an ERC-20',
    matched(
      'falling ERC-20',
      [
        fillOf(ask(50n, { currency: usdc, gross: 9_000_000n, endGross: 1_000_000n })),
        fillOf(ask(51n, { currency: usdc, gross: 1_000_000n })),
      ],
      { limits: new Map([[usdc, 10_000_000n]]) },
      [[usdc, 10_000_000n]],
    ),
  ],
  [
    'any token of a list, resolved',
    matched('criteria', [fillOf(ask(50n)), criteria()], { limits: new Map([[native, 2n * eth]]) }),
  ],
  [
    'an order of a zone in a match',
    matched(
      'zone',
      [
        fillOf(ask(50n)),
        fillOf(ask(51n, { zone: '0x000056f7000000ece9003ca63978907a00ffd100' }), { extraData: '0x00ff' }),
      ],
      { limits: new Map([[native, 2n * eth]]) },
    ),
  ],
  [
    'prices of items of their own in a match',
    matched('prices', two, {
      items: items(50n, 51n).map((item) => ({ ...item, maxPrice: { currency: native, amount: eth } })),
      limits: new Map([[native, 2n * eth]]),
    }),
  ],
]
