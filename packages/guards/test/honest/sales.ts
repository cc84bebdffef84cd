import { buildBid, fulfillAdvanced, fulfillBasic, matchBids, type OrderComponents } from '@sluice/seaport'
import type { SellIntent } from '../../src/model/intent.ts'
import {
  bidder,
  conduitKey,
  day,
  eth,
  factsOf,
  marketplace,
  nft,
  nowSeconds,
  policy,
  user,
  weth,
} from '../support/actors.ts'
import { approveAmount, approveOperator, sale, step } from '../support/answer.ts'
import { type Fixture, royalty } from './fixture.ts'
import { fillOf, fillOptions, zoneData, zoned } from './purchases.ts'

/** An offer of somebody else: ten WETH for any token of the collection, or for the one named. */
export const offer = (
  target: { tokenId: bigint } | { root: bigint } = { root: 0n },
  overrides: Partial<Parameters<typeof buildBid>[0]> = {},
): OrderComponents =>
  buildBid({
    maker: bidder,
    gross: 10n * eth,
    currency: weth,
    quantity: 1n,
    fees: [{ recipient: marketplace, bps: 250 }, royalty],
    startTime: nowSeconds - day,
    endTime: nowSeconds + day,
    salt: 5n,
    conduitKey,
    counter: 4n,
    target: { kind: 'erc721', token: nft, ...target },
    ...overrides,
  })
const net = (925n * eth) / 100n
export const sellIntent = (overrides: Partial<SellIntent> = {}): SellIntent => ({
  chainId: 1,
  account: user,
  action: 'sell',
  items: [{ contract: nft, tokenId: 3n, quantity: 1n, orderId: undefined }],
  minimums: new Map([[weth, net]]),
  feesOnTop: [],
  partial: false,
  ...overrides,
})
export const sell = (name: string, steps: unknown[], intent = sellIntent(), facts = factsOf()): Fixture => ({
  name,
  intent,
  facts,
  policy,
  response: { requestId: 'r-2', steps, path: [], errors: [] },
})
const nftStep = () => step('nft-approval', 'transaction', [approveOperator(nft)])
export const SELL_A = () =>
  sell('SELL_A', [
    nftStep(),
    step('currency-approval', 'transaction', [approveAmount(weth, (75n * eth) / 100n)]),
    sale(fulfillAdvanced(fillOf(offer(), { tokenId: 3n, proof: [] }), fillOptions)),
  ])
export const SELL_B = () =>
  sell('SELL_B', [nftStep(), sale(fulfillBasic(fillOf(offer({ tokenId: 3n })), fillOptions))])
export const SELL_Z = () =>
  sell('SELL_Z', [
    nftStep(),
    step('currency-approval', 'transaction', [approveAmount(weth, (75n * eth) / 100n)]),
    sale(
      fulfillAdvanced(
        fillOf(offer({ root: 0n }, zoned), { tokenId: 3n, proof: [], extraData: zoneData }),
        fillOptions,
      ),
    ),
  ])
export const SELL_X = () =>
  sell('SELL_X', [
    nftStep(),
    step('currency-approval', 'transaction', []),
    sale(matchBids([fillOf(offer(), { tokenId: 3n, proof: [] })], { ...fillOptions, account: user })),
  ])
