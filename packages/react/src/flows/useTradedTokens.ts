'use client'

import {
  type Chain,
  type Collection,
  chainOf,
  getCollections,
  type Page,
  type Price,
  type Token,
} from '@sluice/core'
import { useQuery } from '@tanstack/react-query'
import { one, type Reader, type ReadParameters } from '../hooks/readQuery.ts'
import { type ListResult, type ReadResult, useTokens } from '../hooks/reads.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Money } from './flow.ts'
import { isPaymentToken, moneyOf } from './money.ts'

/** A token of a trade, with prices to compare with. */
export type TradedToken = {
  /** The token. */
  readonly token: Token
  /** The cheapest listing of its collection. */
  readonly floor: Money | undefined
  /** What it was last sold for. */
  readonly lastSale: Money | undefined
}

/** The tokens of a trade, by `contract:tokenId`. */
export type TradedTokens = ReadonlyMap<string, TradedToken>

export type UseTradedTokensParameters = ReadParameters & {
  /** `contract:tokenId` of each, lower-cased; at most 50. */
  readonly tokens: readonly string[]
}

export type TradedTokensResult = {
  readonly read: ListResult<Token>
  /** The collections of the tokens, with their floors. */
  readonly collections: ReadResult<readonly Collection[]>
  readonly collectionOf: (token: Token) => Collection | undefined
  readonly traded: TradedTokens
}

/** Reads tokens together with the floors of their collections and their last sales. */
export function useTradedTokens(parameters: UseTradedTokensParameters): TradedTokensResult {
  const { client, scope, queryClient } = useKit()
  const { tokens: refs, chainId, enabled = true } = parameters
  const read = useTokens({
    tokens: refs,
    chainId,
    limit: 50,
    includeLastSale: true,
    enabled: enabled && refs.length > 0,
  })
  const contracts = [...new Set(refs.map((ref) => ref.split(':')[0] ?? ''))]
  const collections = useQuery(
    collectionsOf(
      { client, scope },
      { contract: contracts, chainId, enabled: enabled && contracts.length > 0 },
    ),
    queryClient,
  )
  const collectionOf = ({ token }: Token) => collections.data?.find(({ id }) => id === token.collection?.id)
  return {
    read,
    collections,
    collectionOf,
    traded: tradedTokens(chainOf(client, chainId), read.data ?? [], collectionOf),
  }
}

/** Most collections of one answer, of every provider of this protocol. */
const pageSize = 20
/** Most answers that are read: a contract may have hundreds of collections. */
const mostPages = 5

/** The query of the collections of these contracts, page by page. */
const collectionsOf = (
  reader: Reader,
  parameters: ReadParameters & { readonly contract: readonly string[] },
) =>
  one(reader, 'collectionsOf', parameters, async (signal): Promise<readonly Collection[]> => {
    const { contract, chainId } = parameters
    const found: Collection[] = []
    let page: Page<Collection> | undefined
    for (let pages = 0; pages < mostPages; pages += 1) {
      page =
        page === undefined
          ? await getCollections(reader.client, { contract, chainId, limit: pageSize, signal })
          : await page.next()
      if (page === undefined) break
      found.push(...page.items)
    }
    return found
  })

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
