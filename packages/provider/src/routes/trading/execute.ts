import {
  bidBody,
  buyBody,
  cancelBody,
  cancelSignatureBody,
  listBody,
  resultsBody,
  routes,
  sellBody,
  transferBody,
} from '@sluice/wire'
import type { Hono } from 'hono'
import { Refusal } from '../../apiError.ts'
import { querySignature, readBody } from '../../http/body.ts'
import type { Scope } from '../../http/scope.ts'
import { cancelBySignature } from '../../orders/zone/zoneCancel.ts'
import { saveResult } from '../../storage/service/executions.ts'
import { bid } from '../../trade/actions/bid.ts'
import { buy } from '../../trade/actions/buy.ts'
import { cancel } from '../../trade/actions/cancel.ts'
import { list } from '../../trade/actions/list.ts'
import { sell } from '../../trade/actions/sell.ts'
import { transfer } from '../../trade/actions/transfer.ts'
import { selfChecked } from '../../trade/selfCheck/selfCheck.ts'

/** What plans each kind of trade; a test puts a mistaken one in the place of ours. */
export type Planners = {
  readonly buy: typeof buy
  readonly sell: typeof sell
  readonly list: typeof list
  readonly bid: typeof bid
  readonly cancel: typeof cancel
  readonly transfer: typeof transfer
}
const ours: Planners = { buy, sell, list, bid, cancel, transfer }

/** `POST /execute/*`: what the wallet has to do for a trade. Parse, plan, check as a client would, reply. */
export function executeRoutes(app: Hono, { chain, trade }: Scope, plan: Planners = ours): void {
  app.post(routes.buy.path, async (c) => {
    const body = await readBody(c, buyBody)
    return c.json(await selfChecked(trade, { route: 'buy', body }, () => plan.buy(trade, body)))
  })
  app.post(routes.sell.path, async (c) => {
    const body = await readBody(c, sellBody)
    return c.json(await selfChecked(trade, { route: 'sell', body }, () => plan.sell(trade, body)))
  })
  app.post(routes.list.path, async (c) => {
    const body = await readBody(c, listBody)
    return c.json(await selfChecked(trade, { route: 'list', body }, () => plan.list(trade, body)))
  })
  app.post(routes.bid.path, async (c) => {
    const body = await readBody(c, bidBody)
    return c.json(await selfChecked(trade, { route: 'bid', body }, () => plan.bid(trade, body)))
  })
  app.post(routes.cancel.path, async (c) => {
    const body = await readBody(c, cancelBody)
    return c.json(await selfChecked(trade, { route: 'cancel', body }, () => plan.cancel(trade, body)))
  })
  app.post(routes.transfer.path, async (c) => {
    const body = await readBody(c, transferBody)
    return c.json(await selfChecked(trade, { route: 'transfer', body }, () => plan.transfer(trade, body)))
  })

  app.post(routes.cancelSignature.path, async (c) => {
    const { orderIds } = await readBody(c, cancelSignatureBody)
    const refused = await cancelBySignature(chain, orderIds, querySignature(c) ?? '0x')
    if (refused === 'unknown-orders')
      throw new Refusal('other', 'Could not find all relevant orders', { field: 'orderIds' })
    if (refused === 'not-signed') throw new Refusal('other', 'Cancellation failed', { field: 'signature' })
    return c.json({ message: 'Success' })
  })

  app.post(routes.results.path, async (c) => {
    const body = await readBody(c, resultsBody)
    await saveResult(chain.db, chain.config.id, {
      requestId: body.requestId,
      stepId: body.stepId,
      txHash: body.txHash ?? undefined,
      failed: body.errorMessage != null,
    })
    return c.json({ message: 'Success' })
  })
}
