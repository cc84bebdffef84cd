import { auction, auctionBody, auctionWithdrawalBody, routes, splitToken } from '@sluice/wire'
import { zeroAddress } from 'viem'
import { ApiError } from '../../apiError.ts'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param } from '../../http/parameters.ts'
import { paged } from '../../http/sharedParameters.ts'
import { postStatement, type RefusedStatement } from '../../orders/postStatement.ts'
import { listAuctions } from '../../storage/pages/auctions.ts'
import { unixTime } from '../../unixTime.ts'
import { auctionView } from '../../views/auctionView.ts'
import { messageResponse, pageOf } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'

function accepted(refused: RefusedStatement | undefined): { readonly message: string } {
  if (refused === undefined) return { message: 'Success' }
  throw new ApiError(refused.reason, refused.message, { field: refused.field })
}

/** What owners say about offers for their tokens. It binds nobody, so that it is stored and shown, and never acted on. */
export const auctionRoutes = [
  defineRoute({
    method: 'POST',
    path: routes.auction.path,
    summary: 'Announces an auction: offers for a token are welcome until a time.',
    answer: messageResponse,
    query: { signature: param.signature },
    body: auctionBody,
    handler: async ({ query, body, context: { chain, trade } }) => {
      const { seller, token, announcedAt, currency, reserve, stepAmount } = body
      if (currency === zeroAddress || !trade.chain.currencies.some(({ contract }) => contract === currency))
        throw new ApiError('other', 'Offers cannot be made in this currency', { field: 'currency' })
      const [stepBps, endsAt] = [BigInt(body.stepBps), BigInt(body.endsAt)]
      const terms = { currency, reserve, stepBps, stepAmount, endsAt }
      const statement = { seller, ...splitToken(token), at: BigInt(announcedAt), terms }
      return accepted(await postStatement(chain, statement, query.signature, 'announcedAt'))
    },
  }),
  defineRoute({
    method: 'POST',
    path: routes.auctionWithdrawal.path,
    summary: 'Withdraws the announcement of an auction.',
    answer: messageResponse,
    query: { signature: param.signature },
    body: auctionWithdrawalBody,
    handler: async ({ query, body: { seller, token, withdrawnAt }, context: { chain } }) => {
      const statement = { seller, ...splitToken(token), at: BigInt(withdrawnAt) }
      return accepted(await postStatement(chain, statement, query.signature, 'withdrawnAt'))
    },
  }),
  defineRoute({
    method: 'GET',
    path: routes.auctions.path,
    summary: 'Running auctions, the one that ends first before the others.',
    answer: pageOf('auctions', auction),
    fromReplica: true,
    query: {
      collection: param.addresses,
      contract: param.addresses,
      seller: param.address,
      ...paged(100, 20),
    },
    handler: async ({ query, context: { chain, prices } }) => {
      const { collection, contract, seller, limit, continuation } = query
      const now = unixTime(chain.clock)
      const { auctions, next } = await listAuctions(chain.db, chain.config.id, now, {
        contracts: [...collection, ...contract],
        seller,
        limit,
        after: readContinuation(continuation, part.signed, part.address, part.unsigned),
      })
      return {
        auctions: auctions.map((one) => auctionView(one, prices)),
        continuation: encodeContinuation(next),
      }
    },
  }),
]
