import { buildBid, criteriaRoot, type Fee, type OrderComponents } from '@sluice/seaport'
import { encodeFunctionData } from 'viem'
import type { BidIntent } from '../../src/model/intent.ts'
import {
  conduitKey,
  counter,
  day,
  editions,
  eth,
  factsOf,
  nft,
  nowSeconds,
  policy,
  user,
  weth,
} from '../support/actors.ts'
import { approveAmount, erc20, incomplete, signOrder, step, transaction } from '../support/answer.ts'
import { type Fixture, fees, orderStep, royalty } from './fixture.ts'

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
