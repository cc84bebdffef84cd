import {
  bidBody,
  buyBody,
  bytes32,
  cancelBody,
  cancelSignatureBody,
  listBody,
  maybe,
  mintBody,
  plan,
  quote,
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
import type { Planners } from '../../trade/planners.ts'
import type { TradeRequest } from '../../trade/selfCheck/intentOf.ts'
import { selfChecked } from '../../trade/selfCheck/selfCheck.ts'
import { unixTime } from '../../unixTime.ts'
import { messageResponse } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'

/** Clients add a signature to everything they post. */
export const unusedSignature = {
  signature: withoutEffect(param.text(16_386), 'nothing that is posted here is signed.'),
}

/** A route that plans a trade: the steps of the wallet, checked as a client would check them. */
const planRoute = <T extends keyof Planners>(
  action: T,
  summary: string,
  body: v.GenericSchema<unknown, Parameters<Planners[T]>[1]>,
  answer: v.GenericSchema = plan,
) =>
  defineRoute({
    method: 'POST',
    path: routes[action].path,
    summary,
    answer,
    query: unusedSignature,
    body,
    handler: ({ body, context: { trade, planners } }) =>
      selfChecked<object>(trade, { route: action, body } as TradeRequest, (asked) =>
        planners[action](trade, asked as never),
      ),
  })

export const executeRoutes = [
  planRoute('buy', 'Plans a purchase.', buyBody, quote),
  defineRoute({
    method: 'POST',
    path: '/execute/mint/v1',
    summary: 'Plans a public mint.',
    answer: quote,
    query: unusedSignature,
    body: mintBody,
    handler: ({ body: asked, context: { trade, planners } }) => {
      const items = asked.items.map((item) => ({ ...item, fillType: 'mint' as const }))
      const body = {
        ...asked,
        items,
        normalizeRoyalties: false,
        allowInactiveOrderIds: false,
        excludeEOA: false,
      }
      return selfChecked<object>(trade, { route: 'buy', body }, (asked) =>
        planners.buy(trade, asked as typeof body),
      )
    },
  }),
  planRoute('sell', 'Plans the acceptance of offers.', sellBody, quote),
  planRoute('list', 'Plans listings.', listBody),
  planRoute('bid', 'Plans offers.', bidBody),
  planRoute('cancel', 'Plans a cancellation.', cancelBody),
  planRoute('transfer', 'Plans a transfer.', transferBody),
  defineRoute({
    method: 'POST',
    path: routes.cancelSignature.path,
    summary: 'Cancels orders by signature.',
    answer: messageResponse,
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
    answer: messageResponse,
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
    answer: v.strictObject({
      status: v.picklist(['unknown', 'success', 'failure']),
      txHashes: v.optional(v.array(bytes32)),
      time: v.optional(v.number()),
    }),
    body: v.object({ kind: maybe(text(64)), id: bytes32 }),
    handler: async ({ body: { id }, context: { chain, receipts } }) => {
      const found = await receipts.read(id)
      if (found === undefined) return { status: 'unknown' }
      const status = found.status === 'success' ? 'success' : 'failure'
      return { status, txHashes: [id], time: unixTime(chain.clock) }
    },
  }),
]
