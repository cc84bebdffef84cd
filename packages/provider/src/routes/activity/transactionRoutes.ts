import { executeCode, ParseError, routes } from '@sluice/wire'
import type { Hex } from 'viem'
import type { ChainDeps } from '../../deps.ts'
import { errorBodyOf } from '../../http/errorResponse.ts'
import { param } from '../../http/parameters.ts'
import { readHead } from '../../storage/chain/blocks.ts'
import { finalityOf, readFinality } from '../../storage/chain/finality.ts'
import { listTransfers } from '../../storage/pages/listTransfers.ts'
import { syncedListResponse, syncedResponse } from '../../views/responseSchemas.ts'
import { transferView } from '../../views/transferView.ts'
import { defineRoute } from '../defineRoute.ts'
import type { SyncedTransaction } from './receipts.ts'

async function transfersOf({ db, config }: ChainDeps, txHash: Hex) {
  const { transfers } = await listTransfers(db, config.id, { txHashes: [txHash], limit: 1000 })
  return [...transfers].reverse().map(transferView)
}

/** How deep a block lies below the newest stored one, and whether the chain calls it safe or final. */
async function settlementOf({ db, config }: ChainDeps, { block }: SyncedTransaction) {
  const [head, tags] = await Promise.all([readHead(db, config.id), readFinality(db, config.id)])
  return { confirmations: (head?.number ?? block) - block + 1, finality: finalityOf(block, tags) }
}

/** The outcome of a transaction: synced or not, and which tokens it moved. */
export const transactionRoutes = [
  defineRoute({
    method: 'GET',
    path: routes.synced.path,
    summary: 'Whether every answer includes the effects of a transaction.',
    answer: syncedResponse,
    handler: async ({ path: { txHash }, context: { chain, receipts }, c }) => {
      const found = await receipts.readSoon(txHash)
      if (found === undefined) return { synced: false }
      const known = { synced: true, ...found, ...(await settlementOf(chain, found)) }
      if (found.status === 'success') return known
      // Clients that use this route alone read nothing but `synced`, and end an action at any other status.
      const { transactionFailed } = executeCode
      const error = errorBodyOf(transactionFailed, 'Transaction failed', { field: 'txHash' })
      return c.json({ ...error, ...known }, transactionFailed.status)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/transactions/synced/v2',
    summary: 'Whether every answer includes the effects of transactions.',
    answer: syncedListResponse,
    query: { txHash: param.hashes, includeTransfers: param.flag },
    handler: async ({ query: { txHash: hashes, includeTransfers }, context: { chain, receipts } }) => {
      if (hashes.length === 0) throw new ParseError('The request', 'txHash', 'is missing')
      const read = await receipts.readAllSoon(hashes)
      const found = hashes.map((hash, place) => ({ hash, receipt: read[place] }))
      const transactions = await Promise.all(
        found.map(async ({ hash, receipt }) => ({
          hash,
          synced: receipt !== undefined,
          ...(receipt?.status === 'reverted' && { status: 'failure' }),
          ...(receipt !== undefined && includeTransfers && { transfers: await transfersOf(chain, hash) }),
        })),
      )
      // Clients of Reservoir end an action on this field, and take a list of synced transactions for its success.
      const hasFailed = found.some(({ receipt }) => receipt?.status === 'reverted')
      return { ...(hasFailed && { status: 'failure' }), transactions }
    },
  }),
]
