import {
  buildListing,
  criteriaProof,
  criteriaRoot,
  encodeCall,
  type Fill,
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  matchAsks,
  mintPublic,
  type OrderComponents,
  orderHash,
  seaDropAddress,
} from '@sluice/seaport'
import { openseaSignedZone } from '@sluice/seaport/addresses'
import { type Address, concatHex, type Hex, toHex } from 'viem'
import type { BuyIntent } from '../../src/model/intent.ts'
import {
  conduitKey,
  day,
  editions,
  eth,
  factsOf,
  maker,
  marketplace,
  native,
  nft,
  nowSeconds,
  policy,
  seaport,
  signature,
  usdc,
  user,
} from '../support/actors.ts'
import { approveAmount, sale, step } from '../support/answer.ts'
import { type Fixture, royalty } from './fixture.ts'

/** A listing of somebody else: token 50 at one ETH, everything in. */
export const ask = (
  tokenId = 50n,
  overrides: Partial<Parameters<typeof buildListing>[0]> = {},
): OrderComponents =>
  buildListing({
    maker,
    gross: eth,
    currency: native,
    quantity: 1n,
    fees: [{ recipient: marketplace, bps: 250 }, royalty],
    startTime: nowSeconds - day,
    endTime: nowSeconds + day,
    salt: tokenId,
    conduitKey,
    counter: 3n,
    token: nft,
    tokenId,
    kind: 'erc721',
    ...overrides,
  })
export const fillOf = (components: OrderComponents, extra: Partial<Fill> = {}): Fill => ({
  components,
  signature,
  ...extra,
})
export const fillOptions = { seaport, conduitKey, now: nowSeconds }
export const path = (currency: Address, raw: bigint) => [
  { contract: nft, tokenId: '50', quantity: 1, currency, currencyDecimals: 18, rawQuote: `${raw}` },
]

/** A price of one unit in the native coin. */
export const priced = (amount: bigint | undefined) =>
  amount === undefined ? undefined : { currency: native, amount }

export const buyIntent = (overrides: Partial<BuyIntent> = {}): BuyIntent => ({
  chainId: 1,
  account: user,
  action: 'buy',
  items: [{ target: { kind: 'token', contract: nft, tokenId: 50n }, quantity: 1n }],
  limits: new Map([[native, eth]]),
  recipient: user,
  feesOnTop: [],
  partial: false,
  ...overrides,
})
export const buy = (name: string, intent: BuyIntent, steps: unknown[], facts = factsOf()): Fixture => ({
  name,
  intent,
  facts,
  policy,
  response: {
    requestId: 'r-1',
    steps: [step('pre-signature', 'signature', []), ...steps],
    path: path(native, eth),
    errors: [],
  },
})

/** What the signed zone of another book has to see (SIP-7): the account, the end of its permission, and a signature. */
export const zoneData: Hex = concatHex([
  '0x00',
  user,
  toHex(nowSeconds + 120n, { size: 8 }),
  `0x${'cd'.repeat(64)}`,
])
export const zoned = { zone: openseaSignedZone } as const
export const BUY_Z = () =>
  buy('BUY_Z', buyIntent(), [
    sale(fulfillAdvanced(fillOf(ask(50n, zoned), { extraData: zoneData }), fillOptions)),
  ])
export const BUY_B = () => buy('BUY_B', buyIntent(), [sale(fulfillBasic(fillOf(ask()), fillOptions))])
export const BUY_A = () => buy('BUY_A', buyIntent(), [sale(fulfillAdvanced(fillOf(ask()), fillOptions))])
export const tipped = { recipient: marketplace, amount: eth / 100n }
export const BUY_TIP = () =>
  buy('BUY_TIP', buyIntent({ feesOnTop: [tipped], limits: new Map([[native, eth + tipped.amount]]) }), [
    sale(fulfillAdvanced(fillOf(ask(), { tips: [tipped] }), fillOptions)),
  ])
export const sweepItems = [50n, 51n, 52n]
export const sweepIntent = buyIntent({
  items: sweepItems.map((tokenId) => ({
    target: { kind: 'token' as const, contract: nft, tokenId },
    quantity: 1n,
  })),
  limits: new Map([[native, 3n * eth]]),
})
export const BUY_M = () =>
  buy('BUY_M', sweepIntent, [
    sale(
      fulfillAvailable(
        sweepItems.map((tokenId) => fillOf(ask(tokenId))),
        fillOptions,
      ),
    ),
  ])
export const BUY_E = () =>
  buy('BUY_E', buyIntent({ limits: new Map([[usdc, 500_000_000n]]) }), [
    step('currency-approval', 'transaction', [approveAmount(usdc, 2n ** 256n - 1n)]),
    sale(fulfillAdvanced(fillOf(ask(50n, { currency: usdc, gross: 500_000_000n })), fillOptions)),
  ])
export const BUY_X = () =>
  buy('BUY_X', buyIntent(), [
    sale(matchAsks([fillOf(ask(50n, { taker: user }))], { ...fillOptions, account: user })),
  ])
/** An open listing, a private one and three of ten units, all or none, with a fee on top. */
export const matchedFills = () => [
  fillOf(ask(50n), { tips: [tipped] }),
  fillOf(ask(51n, { taker: user })),
  fillOf(ask(7n, { token: editions, kind: 'erc1155', quantity: 10n, gross: 10n * eth }), { units: 3n }),
]
export const matchedIntent = (overrides: Partial<BuyIntent> = {}) =>
  buyIntent({
    items: [
      { target: { kind: 'token', contract: nft, tokenId: 50n }, quantity: 1n },
      { target: { kind: 'token', contract: nft, tokenId: 51n }, quantity: 1n },
      { target: { kind: 'token', contract: editions, tokenId: 7n }, quantity: 3n },
    ],
    limits: new Map([[native, 5n * eth + tipped.amount]]),
    feesOnTop: [tipped],
    ...overrides,
  })
export const BUY_N = () =>
  buy('BUY_N', matchedIntent(), [sale(matchAsks(matchedFills(), { ...fillOptions, account: user }))])
export const BUY_1155 = () =>
  buy(
    'BUY_1155',
    buyIntent({
      items: [{ target: { kind: 'token', contract: editions, tokenId: 7n }, quantity: 3n }],
      limits: new Map([[native, 3n * eth]]),
    }),
    [
      sale(
        fulfillAdvanced(
          fillOf(ask(7n, { token: editions, kind: 'erc1155', quantity: 10n, gross: 10n * eth }), {
            units: 3n,
          }),
          fillOptions,
        ),
      ),
    ],
  )
export const BUY_O = () =>
  buy(
    'BUY_O',
    buyIntent({ items: [{ target: { kind: 'order', orderId: orderHash(ask()) }, quantity: 1n }] }),
    [sale(fulfillBasic(fillOf(ask()), fillOptions))],
  )
export const BUY_CRITERIA = () => {
  const open = ask(0n)
  const components: OrderComponents = {
    ...open,
    offer: open.offer.map((item) => ({
      ...item,
      itemType: 4 as const,
      identifierOrCriteria: BigInt(criteriaRoot([50n, 51n])),
    })),
  }
  return buy('BUY_CRITERIA', buyIntent(), [
    sale(
      fulfillAdvanced(
        fillOf(components, { tokenId: 50n, proof: criteriaProof([50n, 51n], 50n) }),
        fillOptions,
      ),
    ),
  ])
}

/** The public mint of a collection: a twentieth of a coin for each token, of which five per cent are a fee. */
export const drop = { price: eth / 20n, startTime: nowSeconds - day, endTime: nowSeconds + day, feeBps: 500 }
export const mintIntent = (overrides: Partial<BuyIntent> = {}) =>
  buyIntent({
    items: [{ target: { kind: 'collection', contract: nft }, quantity: 3n, fillType: 'mint' }],
    limits: new Map([[native, 3n * drop.price]]),
    ...overrides,
  })
export const mintCall = (quantity = 3n, overrides: Partial<Parameters<typeof mintData>[0]> = {}) => ({
  to: seaDropAddress,
  data: mintData({
    nftContract: nft,
    feeRecipient: marketplace,
    minterIfNotPayer: native,
    quantity,
    ...overrides,
  }),
  value: drop.price * quantity,
})
const mintData = (args: {
  readonly nftContract: Address
  readonly feeRecipient: Address
  readonly minterIfNotPayer: Address
  readonly quantity: bigint
}) => encodeCall(mintPublic, args)
export const dropFacts = (overrides: Parameters<typeof factsOf>[0] = {}) =>
  factsOf({ drops: new Map([[nft, drop]]), ...overrides })
export const BUY_MINT = () => buy('BUY_MINT', mintIntent(), [sale(mintCall())], dropFacts())
