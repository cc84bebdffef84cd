import {
  buildBid,
  buildListing,
  cancelOrders,
  criteriaProof,
  criteriaRoot,
  type Fee,
  type Fill,
  fulfilAdvanced,
  fulfilAvailable,
  fulfilBasic,
  incrementCounter,
  matchBids,
  matchPrivateListing,
  type OrderComponents,
  orderHash,
  transferHelperAddress,
} from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { Facts } from '../../src/guards/facts.ts'
import type {
  BidIntent,
  BuyIntent,
  CancelIntent,
  Intent,
  ListIntent,
  SellIntent,
  TransferIntent,
} from '../../src/guards/intent.ts'
import type { Policy } from '../../src/guards/policy.ts'
import {
  approvedFacts,
  artist,
  bidder,
  conduitKey,
  counter,
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
  policyOf,
  receiver,
  seaport,
  signature,
  usdc,
  user,
  weth,
  zone,
} from './actors.ts'

import {
  approveAmount,
  approveOperator,
  erc20,
  erc721,
  erc1155,
  helper,
  incomplete,
  orderJson,
  sale,
  signBulk,
  signOrder,
  step,
  transaction,
} from './answer.ts'

export {
  approveAmount,
  approveOperator,
  erc20,
  erc721,
  erc1155,
  helper,
  incomplete,
  orderJson,
  sale,
  signBulk,
  signOrder,
  step,
  transaction,
}

/** A plan as a provider sends it, with what the user agreed to and what the chain says. */
export type Fixture = {
  readonly name: string
  readonly intent: Intent
  readonly facts: Facts
  readonly policy: Policy
  // biome-ignore lint/suspicious/noExplicitAny: tests change any part of an answer
  readonly response: any
}

const fees: readonly Fee[] = [{ recipient: marketplace, bps: 250 }]
const royalty: Fee = { recipient: artist, bps: 500 }
const end = nowSeconds + 30n * day

export const listingTerms = (
  tokenId: bigint,
  overrides: Partial<ListIntent['listings'][number]> = {},
): ListIntent['listings'][number] => ({
  contract: nft,
  tokenId,
  quantity: 1n,
  gross: eth,
  currency: native,
  startTime: undefined,
  endTime: end,
  fees,
  royalties: { mode: 'chain', maxBps: 1_000 },
  version: '1.6',
  conduitKey: undefined,
  salt: undefined,
  offChainCancellable: false,
  endGross: undefined,
  taker: undefined,
  ...overrides,
})
export const listIntent = (...listings: ListIntent['listings'][number][]): ListIntent => ({
  chainId: 1,
  account: user,
  action: 'list',
  source: 'market.example',
  listings,
})

/** What an honest provider builds for a listing: its own salt, a start a minute ago. */
export const providerListing = (
  terms: ListIntent['listings'][number],
  extra: Partial<Parameters<typeof buildListing>[0]> = {},
): OrderComponents =>
  buildListing({
    maker: user,
    gross: terms.gross,
    endGross: terms.endGross,
    currency: terms.currency,
    quantity: terms.quantity,
    fees: [royalty, ...terms.fees],
    startTime: nowSeconds - 58n,
    endTime: terms.endTime,
    salt: 0xdead_beefn,
    conduitKey,
    counter,
    token: terms.contract,
    tokenId: terms.tokenId,
    kind: terms.contract === editions ? 'erc1155' : 'erc721',
    taker: terms.taker,
    ...(terms.offChainCancellable ? { zone } : {}),
    ...extra,
  })

const emptyApproval = () => step('nft-approval', 'transaction', [{ status: 'complete' }])
const orderStep = (...items: unknown[]) => step('order-signature', 'signature', items)

export function list(
  name: string,
  terms: readonly ListIntent['listings'][number][],
  options: { approval?: boolean; facts?: Facts; policy?: Policy } = {},
): Fixture {
  const orders = terms.map((one) => providerListing(one))
  const collections = [...new Set(terms.map(({ contract }) => contract))]
  const approvals = options.approval
    ? step(
        'nft-approval',
        'transaction',
        collections.map((one) => approveOperator(one)),
      )
    : emptyApproval()
  return {
    name,
    intent: listIntent(...terms),
    facts: options.facts ?? (options.approval ? factsOf() : approvedFacts()),
    policy: options.policy ?? policy,
    response: {
      steps: [approvals, orderStep(orders.length === 1 ? signOrder(orders[0]!) : signBulk(orders))],
      errors: [],
    },
  }
}

export const LIST = () => list('LIST', [listingTerms(1n)])
export const LIST_A = () => list('LIST_A', [listingTerms(1n)], { approval: true })
export const LIST_B = () =>
  list('LIST_B', [listingTerms(1n), listingTerms(2n, { gross: 2n * eth }), listingTerms(3n)])
export const LIST_E = () =>
  list('LIST_E', [listingTerms(7n, { contract: editions, quantity: 10n, gross: 10n * eth })])
export const LIST_D = () => list('LIST_D', [listingTerms(1n, { gross: 2n * eth, endGross: eth })])
export const LIST_P = () => list('LIST_P', [listingTerms(1n, { taker: receiver })])
export const LIST_Z = () =>
  list('LIST_Z', [listingTerms(1n, { offChainCancellable: true })], {
    policy: policyOf({ zones: { own: [zone] } }),
  })

export const bidTerms = (
  target: BidIntent['bids'][number]['target'],
  overrides: Partial<BidIntent['bids'][number]> = {},
): BidIntent['bids'][number] => ({
  target,
  quantity: 1n,
  gross: eth,
  currency: weth,
  startTime: undefined,
  endTime: nowSeconds + 7n * day,
  fees,
  royalties: { mode: 'chain', maxBps: 1_000 },
  version: '1.6',
  conduitKey: undefined,
  salt: undefined,
  offChainCancellable: false,
  ...overrides,
})
export const tokenIds = [3n, 9n, 27n, 81n, 243n]

export const providerBid = (terms: BidIntent['bids'][number], extra: readonly Fee[]): OrderComponents => {
  const { target } = terms
  const kind: 'erc1155' | 'erc721' = target.contract === editions ? 'erc1155' : 'erc721'
  const base = { kind, token: target.contract }
  const wanted =
    target.kind === 'token'
      ? { tokenId: target.tokenId }
      : { root: target.kind === 'list' ? BigInt(criteriaRoot(target.tokenIds)) : 0n }
  return buildBid({
    maker: user,
    gross: terms.gross,
    currency: terms.currency,
    quantity: terms.quantity,
    fees: [...terms.fees, ...extra],
    startTime: nowSeconds - 62n,
    endTime: terms.endTime,
    salt: 0xbeefn,
    conduitKey,
    counter,
    target: { ...base, ...wanted },
  })
}

function bid(name: string, terms: BidIntent['bids'][number], extra: readonly Fee[]): Fixture {
  const deposit = encodeFunctionData({ abi: erc20, functionName: 'deposit' })
  return {
    name,
    intent: { chainId: 1, account: user, action: 'bid', source: 'market.example', bids: [terms] },
    facts: factsOf(),
    policy,
    response: {
      steps: [
        step('currency-wrapping', 'transaction', [incomplete(transaction(weth, deposit, (6n * eth) / 10n))]),
        step('currency-approval', 'transaction', [approveAmount(weth, terms.gross)]),
        step('auth-transaction', 'transaction', []),
        step('currency-permit', 'signature', []),
        orderStep(signOrder(providerBid(terms, extra))),
      ],
    },
  }
}
export const BID = () => bid('BID', bidTerms({ kind: 'token', contract: nft, tokenId: 9n }), [royalty])
export const BID_C = () => bid('BID_C', bidTerms({ kind: 'collection', contract: nft }), [royalty])
export const BID_T = () => bid('BID_T', bidTerms({ kind: 'list', contract: nft, tokenIds }), [royalty])

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

export const BUY_B = () => buy('BUY_B', buyIntent(), [sale(fulfilBasic(fillOf(ask()), fillOptions))])
export const BUY_A = () => buy('BUY_A', buyIntent(), [sale(fulfilAdvanced(fillOf(ask()), fillOptions))])
export const tipped = { recipient: marketplace, amount: eth / 100n }
export const BUY_TIP = () =>
  buy('BUY_TIP', buyIntent({ feesOnTop: [tipped], limits: new Map([[native, eth + tipped.amount]]) }), [
    sale(fulfilAdvanced(fillOf(ask(), { tips: [tipped] }), fillOptions)),
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
      fulfilAvailable(
        sweepItems.map((tokenId) => fillOf(ask(tokenId))),
        fillOptions,
      ),
    ),
  ])
export const BUY_E = () =>
  buy('BUY_E', buyIntent({ limits: new Map([[usdc, 500_000_000n]]) }), [
    step('currency-approval', 'transaction', [approveAmount(usdc, 2n ** 256n - 1n)]),
    sale(fulfilAdvanced(fillOf(ask(50n, { currency: usdc, gross: 500_000_000n })), fillOptions)),
  ])
export const BUY_X = () =>
  buy('BUY_X', buyIntent(), [
    sale(matchPrivateListing(fillOf(ask(50n, { taker: user })), { ...fillOptions, account: user })),
  ])
export const BUY_1155 = () =>
  buy(
    'BUY_1155',
    buyIntent({
      items: [{ target: { kind: 'token', contract: editions, tokenId: 7n }, quantity: 3n }],
      limits: new Map([[native, 3n * eth]]),
    }),
    [
      sale(
        fulfilAdvanced(
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
    [sale(fulfilBasic(fillOf(ask()), fillOptions))],
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
      fulfilAdvanced(
        fillOf(components, { tokenId: 50n, proof: criteriaProof([50n, 51n], 50n) }),
        fillOptions,
      ),
    ),
  ])
}

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
    sale(fulfilAdvanced(fillOf(offer(), { tokenId: 3n, proof: [] }), fillOptions)),
  ])
export const SELL_B = () =>
  sell('SELL_B', [nftStep(), sale(fulfilBasic(fillOf(offer({ tokenId: 3n })), fillOptions))])
export const SELL_X = () =>
  sell('SELL_X', [
    nftStep(),
    step('currency-approval', 'transaction', []),
    sale(matchBids([fillOf(offer(), { tokenId: 3n, proof: [] })], { ...fillOptions, account: user })),
  ])

export const ownOrders = () => [providerListing(listingTerms(1n)), providerListing(listingTerms(2n))]
export const cancelIntent = (overrides: Partial<CancelIntent> = {}): CancelIntent => ({
  chainId: 1,
  account: user,
  action: 'cancel',
  orderIds: ownOrders().map((order) => orderHash(order)),
  mode: 'orders',
  ...overrides,
})
export const cancellation = (
  name: string,
  steps: unknown[],
  intent = cancelIntent(),
  given = policy,
): Fixture => ({ name, intent, facts: factsOf(), policy: given, response: { steps } })
export const cancelStep = (call: { to: Address; data: Hex; value: bigint }) =>
  step('cancellation', 'transaction', [incomplete(transaction(call.to, call.data, call.value))])
export const CXL = () => cancellation('CXL', [cancelStep(cancelOrders(seaport, ownOrders()))])
export const CXL_ALL = () =>
  cancellation(
    'CXL_ALL',
    [cancelStep(incrementCounter(seaport))],
    cancelIntent({ orderIds: [], mode: 'all' }),
  )
export const CXL_O = () =>
  cancellation(
    'CXL_O',
    [
      step('cancellation-signature', 'signature', [
        incomplete({
          sign: {
            signatureKind: 'eip712',
            domain: { name: 'SignedZone', version: '1.0.0', chainId: 1, verifyingContract: zone },
            types: { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }] },
            primaryType: 'OrderHashes',
            value: { orderHashes: cancelIntent().orderIds },
          },
          post: {
            endpoint: '/execute/cancel-signature/v1',
            method: 'POST',
            body: { orderIds: cancelIntent().orderIds, orderKind: 'seaport-v1.6' },
          },
        }),
      ]),
    ],
    cancelIntent(),
    policyOf({ zones: { own: [zone] } }),
  )

export const transferIntent = (...items: TransferIntent['items'][number][]): TransferIntent => ({
  chainId: 1,
  account: user,
  action: 'transfer',
  to: receiver,
  items,
})
const one = { contract: nft, tokenId: 1n, quantity: 1n }
export const XFER = (): Fixture => ({
  name: 'XFER',
  intent: transferIntent(one),
  facts: factsOf(),
  policy,
  response: {
    steps: [
      step('nft-approval', 'transaction', []),
      step('transfer', 'transaction', [
        incomplete(
          transaction(
            nft,
            encodeFunctionData({ abi: erc721, functionName: 'safeTransferFrom', args: [user, receiver, 1n] }),
          ),
        ),
      ]),
    ],
  },
})
export const bulkItems = [
  { itemType: 2, token: nft, identifier: 1n, amount: 1n },
  { itemType: 2, token: nft, identifier: 2n, amount: 1n },
  { itemType: 3, token: editions, identifier: 7n, amount: 5n },
]
export const bulkTransfer = (
  groups: { items: typeof bulkItems; recipient: Address; validateERC721Receiver: boolean }[],
  key: Hex = conduitKey,
) =>
  incomplete(
    transaction(
      transferHelperAddress,
      encodeFunctionData({ abi: helper, functionName: 'bulkTransfer', args: [groups, key] }),
    ),
  )
export const XFER_B = (): Fixture => ({
  name: 'XFER_B',
  intent: transferIntent(
    one,
    { contract: nft, tokenId: 2n, quantity: 1n },
    { contract: editions, tokenId: 7n, quantity: 5n },
  ),
  facts: factsOf(),
  policy,
  response: {
    steps: [
      step('nft-approval', 'transaction', [approveOperator(nft), approveOperator(editions)]),
      step('transfer', 'transaction', [
        bulkTransfer([{ items: bulkItems, recipient: receiver, validateERC721Receiver: true }]),
      ]),
    ],
  },
})

export const honest = [
  LIST,
  LIST_A,
  LIST_B,
  LIST_E,
  LIST_D,
  LIST_P,
  LIST_Z,
  BID,
  BID_C,
  BID_T,
  BUY_B,
  BUY_A,
  BUY_TIP,
  BUY_M,
  BUY_E,
  BUY_X,
  BUY_1155,
  BUY_O,
  BUY_CRITERIA,
  SELL_A,
  SELL_B,
  SELL_X,
  CXL,
  CXL_ALL,
  CXL_O,
  XFER,
  XFER_B,
]
