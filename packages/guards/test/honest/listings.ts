import { buildListing, type OrderComponents } from '@sluice/seaport'
import type { ChainState } from '../../src/model/chainState.ts'
import type { ListIntent } from '../../src/model/intent.ts'
import type { Policy } from '../../src/model/policy.ts'
import {
  approvedFacts,
  conduitKey,
  counter,
  day,
  editions,
  eth,
  factsOf,
  native,
  nft,
  nowSeconds,
  policy,
  policyOf,
  receiver,
  user,
  zone,
} from '../support/actors.ts'
import { approveOperator, signBulk, signOrder, step } from '../support/answer.ts'
import { emptyApproval, type Fixture, fees, orderStep, royalty } from './fixture.ts'

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

export function list(
  name: string,
  terms: readonly ListIntent['listings'][number][],
  options: { approval?: boolean; facts?: ChainState; policy?: Policy } = {},
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
