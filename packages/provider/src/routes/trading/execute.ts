import {
  bidBody,
  buyBody,
  bytes32,
  cancelBody,
  cancelSignatureBody,
  listBody,
  maybe,
  resultsBody,
  routes,
  sellBody,
  text,
  transferBody,
} from '@sluice/wire'
import * as v from 'valibot'
import { ApiError } from '../../apiError.ts'
import { param, withoutEffect } from '../../http/parameters.ts'
import { cancelBySignature } from '../../orders/zone/cancelBySignature.ts'
import { saveResult } from '../../storage/service/executions.ts'
import { selfChecked } from '../../trade/selfCheck/selfCheck.ts'
import { defineRoute } from '../defineRoute.ts'

/** Clients add a signature to whatever they post. */
export const unusedSignature = {
  signature: withoutEffect(param.text(16_386), 'nothing that is posted here is signed.'),
}

/** Plans of trades: what the wallet has to do, checked as a client would check it. */
export const executeRoutes = [
  defineRoute({
    method: 'POST',
    path: routes.buy.path,
    summary: 'Plans a purchase.',
    query: unusedSignature,
    body: buyBody,
    handler: ({ body, context: { trade, planners } }) =>
      selfChecked(trade, { route: 'buy', body }, () => planners.buy(trade, body)),
  }),
  defineRoute({
    method: 'POST',
    path: routes.sell.path,
    summary: 'Plans the acceptance of offers.',
    query: unusedSignature,
    body: sellBody,
    handler: ({ body, context: { trade, planners } }) =>
      selfChecked(trade, { route: 'sell', body }, () => planners.sell(trade, body)),
  }),
  defineRoute({
    method: 'POST',
    path: routes.list.path,
    summary: 'Plans listings.',
    query: unusedSignature,
    body: listBody,
    handler: ({ body, context: { trade, planners } }) =>
      selfChecked(trade, { route: 'list', body }, () => planners.list(trade, body)),
  }),
  defineRoute({
    method: 'POST',
    path: routes.bid.path,
    summary: 'Plans offers.',
    query: unusedSignature,
    body: bidBody,
    handler: ({ body, context: { trade, planners } }) =>
      selfChecked(trade, { route: 'bid', body }, () => planners.bid(trade, body)),
  }),
  defineRoute({
    method: 'POST',
    path: routes.cancel.path,
    summary: 'Plans a cancellation.',
    query: unusedSignature,
    body: cancelBody,
    handler: ({ body, context: { trade, planners } }) =>
      selfChecked(trade, { route: 'cancel', body }, () => planners.cancel(trade, body)),
  }),
  defineRoute({
    method: 'POST',
    path: routes.transfer.path,
    summary: 'Plans a transfer.',
    query: unusedSignature,
    body: transferBody,
    handler: ({ body, context: { trade, planners } }) =>
      selfChecked(trade, { route: 'transfer', body }, () => planners.transfer(trade, body)),
  }),
  defineRoute({
    method: 'POST',
    path: routes.cancelSignature.path,
    summary: 'Cancels orders by signature.',
    query: { signature: param.signature },
    body: cancelSignatureBody,
    handler: async ({ body: { orderIds }, query: { signature = '0x' }, context: { chain } }) => {
      const rejected = await cancelBySignature(chain, orderIds, signature)
      if (rejected === 'unknown-orders')
        throw new ApiError('other', 'Could not find all relevant orders', { field: 'orderIds' })
      if (rejected === 'not-signed')
        throw new ApiError('other', 'Cancellation failed', { field: 'signature' })
      return { message: 'Success' }
    },
  }),
  defineRoute({
    method: 'POST',
    path: routes.results.path,
    summary: 'Records the result of a plan.',
    body: resultsBody,
    handler: async ({ body, context: { chain } }) => {
      await saveResult(chain.db, chain.config.id, {
        requestId: body.requestId,
        stepId: body.stepId,
        txHash: body.txHash ?? undefined,
        failed: body.errorMessage != null,
      })
      return { message: 'Success' }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/execute/status/v1',
    summary: 'Status of a transaction.',
    body: v.object({ kind: maybe(text(64)), id: bytes32 }),
    handler: async ({ body: { id }, context: { chain, receipts } }) => {
      const found = await receipts.read(id)
      if (found === undefined) return { status: 'unknown' }
      const status = found.status === 'success' ? 'success' : 'failure'
      return { status, txHashes: [id], time: Math.floor(chain.clock() / 1000) }
    },
  }),
]
