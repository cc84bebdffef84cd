import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param } from '../../http/parameters.ts'
import { paged } from '../../http/sharedParameters.ts'
import { listTransfers } from '../../storage/pages/listTransfers.ts'
import { listedTransfer, pageOf } from '../../views/responseSchemas.ts'
import { transferView } from '../../views/transferView.ts'
import { defineRoute } from '../defineRoute.ts'

export const transferRoutes = [
  defineRoute({
    method: 'GET',
    path: '/transfers/v4',
    summary: 'Transfers, newest first.',
    answer: pageOf('transfers', listedTransfer),
    query: {
      txHash: param.hashes,
      token: param.tokens,
      contract: param.address,
      startTimestamp: param.integer,
      endTimestamp: param.integer,
      ...paged(1000, 100),
    },
    handler: async ({ query, context: { chain } }) => {
      const [token] = query.token
      const { transfers, next } = await listTransfers(chain.db, chain.config.id, {
        txHashes: query.txHash,
        contract: token?.contract ?? query.contract,
        tokenId: token?.tokenId,
        start: query.startTimestamp,
        end: query.endTimestamp,
        limit: query.limit,
        after: readContinuation(query.continuation, part.signed, part.index, part.index),
      })
      const lines = transfers.map((transfer) => ({
        ...transferView(transfer),
        txHash: transfer.txHash,
        isDeleted: false,
        updatedAt: new Date(transfer.timestamp * 1000).toISOString(),
      }))
      return { transfers: lines, continuation: encodeContinuation(next) }
    },
  }),
]
