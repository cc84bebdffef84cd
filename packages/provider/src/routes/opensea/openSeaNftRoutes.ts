import { address, amount, object, some, text } from '@sluice/wire'
import * as v from 'valibot'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param, withoutEffect } from '../../http/parameters.ts'
import { nodeCallerOf } from '../../middleware/caller.ts'
import { listTokens } from '../../storage/pages/listTokens.ts'
import { listOwners } from '../../storage/pages/statsPages.ts'
import { listHoldings } from '../../storage/pages/userPages.ts'
import { unixTime } from '../../unixTime.ts'
import { refreshToken } from '../market/refreshRoutes.ts'
import type { RouteContext } from '../routeContexts.ts'
import { defineOpenSeaRoute } from './defineOpenSeaRoute.ts'
import { checkChain } from './openSeaChain.ts'
import { readCollectionDetailed } from './openSeaCollection.ts'
import { openSeaOwner, readNft, readNfts, readNftsDetailed } from './openSeaNft.ts'
import { nextOf, openSeaPaged, readTraits, traitsParameter } from './openSeaParameters.ts'
import {
  openSeaCollectionDetailed,
  openSeaNft,
  openSeaNftDetailed,
  openSeaOwners,
  openSeaPage,
} from './openSeaSchemas.ts'

const nfts = openSeaPage('nfts', openSeaNft)

type Asked = { readonly limit: number; readonly next: string | undefined }

/** Tokens of a collection by id. */
async function tokensOf(
  context: RouteContext,
  contract: `0x${string}`,
  query: Asked & { readonly traits?: string | undefined },
  caller: string,
) {
  const { chain, prices } = context
  await chain.discovery.discoverSoon([contract], caller)
  const { keys, next } = await listTokens(chain.db, chain.config.id, {
    contract,
    attributes: readTraits(query.traits),
    sortBy: 'tokenId',
    descending: false,
    limit: query.limit,
    after: readContinuation(query.next, part.timestamp, part.unsigned),
    nativeLike: prices.nativeLike,
    now: unixTime(chain.clock),
  })
  return { nfts: await readNfts(context, keys), ...nextOf(encodeContinuation(next)) }
}

/** A token of a batch, under OpenSea's names. */
const nftName = object({ chain: text(64), contract_address: address, token_id: amount })

/** Tokens, one by one and in lists. */
export const openSeaNftRoutes = [
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/collection/{collection}/nfts',
    summary: 'For OpenSea’s SDK: tokens of a collection.',
    answer: nfts,
    fromReplica: true,
    query: { ...openSeaPaged(200), ...traitsParameter },
    handler: ({ path: { collection }, query, context, c }) =>
      tokensOf(context, collection, query, nodeCallerOf(c)),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/chain/{chain}/contract/{collection}/nfts',
    summary: 'For OpenSea’s SDK: tokens of a contract.',
    answer: nfts,
    fromReplica: true,
    query: openSeaPaged(200),
    handler: ({ path: { collection }, query, context, c }) =>
      tokensOf(context, collection, query, nodeCallerOf(c)),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/chain/{chain}/account/{user}/nfts',
    summary: 'For OpenSea’s SDK: tokens of an account.',
    answer: nfts,
    fromReplica: true,
    query: {
      ...openSeaPaged(200),
      collection: param.address,
      include_auto_hidden: withoutEffect(param.flag, 'no token is hidden here.'),
    },
    handler: async ({ path: { user: owner }, query, context }) => {
      const { chain, prices } = context
      const { holdings, next } = await listHoldings(chain.db, chain.config.id, {
        owner,
        tokens: [],
        contracts: query.collection === undefined ? [] : [query.collection],
        onlyListed: false,
        sortBy: 'acquiredAt',
        nativeLike: prices.nativeLike,
        descending: true,
        limit: query.limit,
        after: readContinuation(query.next, part.integer, part.address, part.unsigned),
        now: unixTime(chain.clock),
      })
      return { nfts: await readNfts(context, holdings), ...nextOf(encodeContinuation(next)) }
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/chain/{chain}/contract/{collection}/nfts/{tokenId}',
    summary: 'For OpenSea’s SDK: a token.',
    answer: v.strictObject({ nft: openSeaNftDetailed }),
    fromReplica: true,
    handler: async ({ path: { collection: contract, tokenId }, context, c }) => {
      await context.chain.discovery.discoverSoon([contract], nodeCallerOf(c))
      return { nft: await readNft(context, { contract, tokenId }) }
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/chain/{chain}/contract/{collection}/nfts/{tokenId}/collection',
    summary: 'For OpenSea’s SDK: the collection of a token.',
    answer: openSeaCollectionDetailed,
    fromReplica: true,
    handler: async ({ path: { collection: contract, tokenId }, context }) => {
      await readNft(context, { contract, tokenId })
      return readCollectionDetailed(context, contract)
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/chain/{chain}/contract/{collection}/nfts/{tokenId}/owners',
    summary: 'For OpenSea’s SDK: owners of a token, those of most units first.',
    answer: openSeaOwners,
    fromReplica: true,
    query: openSeaPaged(100),
    handler: async ({
      path: { collection: contract, tokenId },
      query: { limit, next },
      context: { chain },
    }) => {
      const offset = Number(readContinuation(next, part.index)?.[0] ?? 0)
      const now = unixTime(chain.clock)
      const from = Math.max(0, offset)
      const owners = await listOwners(chain.db, chain.config.id, {
        contract,
        tokenId,
        offset: from,
        limit,
        now,
      })
      const more = owners.length < limit ? undefined : [String(from + limit)]
      return { owners: owners.map(openSeaOwner), ...nextOf(encodeContinuation(more)) }
    },
  }),
  defineOpenSeaRoute(
    {
      method: 'POST',
      path: '/api/v2/chain/{chain}/contract/{collection}/nfts/{tokenId}/refresh',
      summary: 'For OpenSea’s SDK: refreshes a token.',
      answer: v.strictObject({ message: v.string() }),
      handler: async ({ path: { collection, tokenId }, context }) => {
        const asked = { liquidityOnly: false, overrideCoolDown: false }
        await refreshToken(context, `${collection}:${tokenId}`, asked)
        return { message: 'Request accepted' }
      },
    },
    { token: 'identifier' },
  ),
  defineOpenSeaRoute({
    method: 'POST',
    path: '/api/v2/nfts/batch',
    summary: 'For OpenSea’s SDK: tokens by name; those that are not known are left out.',
    answer: v.strictObject({ nfts: v.array(openSeaNftDetailed) }),
    body: object({ identifiers: some(nftName, 50) }),
    handler: async ({ body: { identifiers }, context }) => {
      for (const [index, { chain }] of identifiers.entries())
        checkChain(context, chain, `identifiers.${index}.chain`)
      const keys = identifiers.map((one) => ({ contract: one.contract_address, tokenId: one.token_id }))
      return { nfts: await readNftsDetailed(context, keys) }
    },
  }),
]
