import {
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  matchBids,
  orderHash,
  seaportAbi,
  seaportAddress,
} from '@sluice/seaport'
import { type Address, encodeFunctionData } from 'viem'
import * as honest from '../honest/honest.ts'
import {
  conduitKey,
  editions,
  eth,
  native,
  nft,
  receiver,
  seaport,
  signature,
  user,
  weth,
} from '../support/actors.ts'
import type { Variant } from './Variant.ts'

const sale = (call: { to: Address; data: `0x${string}`; value: bigint }) =>
  honest.step('sale', 'transaction', [honest.incomplete(honest.transaction(call.to, call.data, call.value))])

const { fillOf, fillOptions, ask, offer } = honest
const bought =
  (name: string, data: { to: Address; data: `0x${string}`; value: bigint }, intent = honest.buyIntent()) =>
  () =>
    honest.buy(name, intent, [sale(data)])

const basicOf = (name: 'fulfillBasicOrder', call: { to: Address; data: `0x${string}`; value: bigint }) => ({
  ...call,
  data: `0xfb0f3ee1${call.data.slice(10)}` as const,
  name,
})
const parameters = () => {
  const { counter: _, ...rest } = ask()
  return {
    ...rest,
    offer: [...rest.offer],
    consideration: [...rest.consideration],
    totalOriginalConsiderationItems: 3n,
  }
}
const plainOrder = () => ({
  to: seaport,
  data: encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillOrder',
    args: [{ parameters: parameters(), signature: signature }, conduitKey],
  }),
  value: eth,
})
const at = (orderIndex: bigint, itemIndex: bigint) => [{ orderIndex, itemIndex }]
const plainAvailable = () => ({
  to: seaport,
  data: encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAvailableOrders',
    args: [
      [{ parameters: parameters(), signature: signature }],
      [at(0n, 0n)],
      [at(0n, 0n), at(0n, 1n), at(0n, 2n)],
      conduitKey,
      1n,
    ],
  }),
  value: eth,
})

/** Purchases and sales by every function and in every form. */
export const trades: readonly Variant[] = [
  [
    'the older basic function',
    bought('older', basicOf('fulfillBasicOrder', fulfillBasic(fillOf(ask()), fillOptions))),
  ],
  ['the plain function', bought('plain', plainOrder())],
  ['the plain sweep', bought('plain sweep', plainAvailable())],
  ['a sweep of one', bought('sweep of one', fulfillAvailable([fillOf(ask())], fillOptions))],
  [
    'Seaport as one’s own conduit',
    bought('direct', fulfillAdvanced(fillOf(ask()), { ...fillOptions, conduitKey: `0x${'0'.repeat(64)}` })),
  ],
  [
    'Seaport 1.5',
    bought('1.5', fulfillAdvanced(fillOf(ask()), { ...fillOptions, seaport: seaportAddress['1.5'] })),
  ],
  [
    'the buyer named as recipient',
    bought('recipient', fulfillAdvanced(fillOf(ask()), { ...fillOptions, recipient: user })),
  ],
  [
    'another recipient, as agreed',
    bought(
      'gift',
      fulfillAdvanced(fillOf(ask()), { ...fillOptions, recipient: receiver }),
      honest.buyIntent({ recipient: receiver }),
    ),
  ],
  [
    'five payments',
    bought(
      'five',
      fulfillAdvanced(
        fillOf(
          ask(50n, {
            fees: [1, 2, 3, 4].map((n) => ({ recipient: `0x${`0${n}`.repeat(20)}` as Address, bps: 100 })),
          }),
        ),
        fillOptions,
      ),
    ),
  ],
  [
    'a price that falls',
    () => {
      const falling = ask(50n, { gross: 2n * eth, endGross: eth / 2n })
      const call = fulfillAdvanced(fillOf(falling), fillOptions)
      return honest.buy('falling', honest.buyIntent({ limits: new Map([[native, call.value]]) }), [
        sale(call),
      ])
    },
  ],
  [
    'any token of a collection',
    bought(
      'collection',
      fulfillBasic(fillOf(ask()), fillOptions),
      honest.buyIntent({ items: [{ target: { kind: 'collection', contract: nft }, quantity: 1n }] }),
    ),
  ],
  [
    'units from two makers',
    () => {
      const two = [1n, 2n].map((salt) =>
        fillOf(ask(7n, { token: editions, kind: 'erc1155', salt, quantity: 2n, gross: 2n * eth })),
      )
      const intent = honest.buyIntent({
        items: [{ target: { kind: 'token', contract: editions, tokenId: 7n }, quantity: 4n }],
        limits: new Map([[native, 4n * eth]]),
      })
      return honest.buy('two makers', intent, [sale(fulfillAvailable(two, fillOptions))])
    },
  ],
  [
    'an offer named by its id',
    () => {
      const components = offer({ tokenId: 3n })
      const intent = honest.sellIntent({
        items: [{ contract: nft, tokenId: 3n, quantity: 1n, orderId: orderHash(components) }],
      })
      return { ...honest.SELL_B(), intent }
    },
  ],
  [
    'two offers in one match',
    () => {
      const intent = honest.sellIntent({
        items: [3n, 4n].map((tokenId) => ({ contract: nft, tokenId, quantity: 1n, orderId: undefined })),
        minimums: new Map([[weth, (1850n * eth) / 100n]]),
      })
      const fills = [3n, 4n].map((tokenId) =>
        fillOf(offer({ root: 0n }, { salt: tokenId }), { tokenId, proof: [] }),
      )
      return honest.sell(
        'two offers',
        [
          honest.step('nft-approval', 'transaction', [honest.approveOperator(nft)]),
          sale(matchBids(fills, { ...fillOptions, account: user })),
        ],
        intent,
      )
    },
  ],
]
