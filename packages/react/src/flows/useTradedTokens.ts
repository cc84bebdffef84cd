'use client'

import { type Chain, type Collection, chainOf, type Price, type Token } from '@sluice/core'
import type { ReadParameters } from '../hooks/readQuery.ts'
import { type ListResult, useCollections, useTokens } from '../hooks/reads.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Money } from './flow.ts'
import { isPaymentToken, moneyOf } from './money.ts'

/** A token of a trade, with prices to compare with. */
export interface TradedToken {
  /** The token. */
  readonly token: Token
  /** The cheapest listing of its collection. */
  readonly floor: Money | undefined
  /** What it was last sold for. */
  readonly lastSale: Money | undefined
}

/** The tokens of a trade, by `contract:tokenId`. */
export type TradedTokens = ReadonlyMap<string, TradedToken>

export interface UseTradedTokensParameters extends ReadParameters {
  /** `contract:tokenId` of each, lower-cased; at most 50. */
  readonly tokens: readonly string[]
}

export interface TradedTokensResult {
  readonly read: ListResult<Token>
  /** The collections of the tokens, with their floors. */
  readonly collections: ListResult<Collection>
  readonly collectionOf: (token: Token) => Collection | undefined
  readonly traded: TradedTokens
}

/** Reads tokens together with the floors of their collections and their last sales. */
export function useTradedTokens(parameters: UseTradedTokensParameters): TradedTokensResult {
  const { client } = useKit()
  const { tokens: refs, chainId, enabled = true } = parameters
  const read = useTokens({
    tokens: refs,
    chainId,
    limit: 50,
    includeLastSale: true,
    enabled: enabled && refs.length > 0,
  })
  const contracts = [...new Set(refs.map((ref) => ref.split(':')[0] ?? ''))]
  const collections = useCollections({
    contract: contracts,
    chainId,
    limit: 20,
    enabled: enabled && contracts.length > 0,
  })
  const collectionOf = ({ token }: Token) => collections.data?.find(({ id }) => id === token.collection?.id)
  return {
    read,
    collections,
    collectionOf,
    traded: tradedTokens(chainOf(client, chainId), read.data ?? [], collectionOf),
  }
}

/** Tokens that were read already, by `contract:tokenId`, with their floors if the collections are known. */
export function tradedTokens(
  chain: Chain,
  tokens: readonly Token[],
  collectionOf: (token: Token) => Collection | undefined = () => undefined,
): TradedTokens {
  const listed = (price: Price | null | undefined): Money | undefined =>
    price != null && isPaymentToken(chain, price.currency.contract) ? moneyOf(chain, price) : undefined
  return new Map(
    tokens.map((token) => {
      const floor = listed(collectionOf(token)?.floorAsk?.price)
      const lastSale = listed(token.token.lastSale?.price)
      return [refOf(token.token), { token, floor, lastSale }]
    }),
  )
}
