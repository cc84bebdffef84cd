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
import { saveResult } from '../storage/executions.ts'
import { bid } from '../trade/bid.ts'
import { buy } from '../trade/buy.ts'
import { cancel } from '../trade/cancel.ts'
import { list } from '../trade/list.ts'
import { Refusal } from '../trade/refusal.ts'
import { sell } from '../trade/sell.ts'
import { transfer } from '../trade/transfer.ts'
import { readBody } from './body.ts'
import type { Scope } from './scope.ts'

/** `POST /execute/*`: what the wallet has to do for a trade. Parse, plan, reply. */
export function executeRoutes(app: Hono, { chain, trade }: Scope): void {
  app.post(routes.buy.path, async (c) => c.json(await buy(trade, await readBody(c, buyBody))))
  app.post(routes.sell.path, async (c) => c.json(await sell(trade, await readBody(c, sellBody))))
  app.post(routes.list.path, async (c) => c.json(await list(trade, await readBody(c, listBody))))
  app.post(routes.bid.path, async (c) => c.json(await bid(trade, await readBody(c, bidBody))))
  app.post(routes.cancel.path, async (c) => c.json(await cancel(trade, await readBody(c, cancelBody))))
  app.post(routes.transfer.path, async (c) => c.json(await transfer(trade, await readBody(c, transferBody))))

  // Orders with a co-signing zone are not taken in here, so there is never one to cancel by signature.
  app.post(routes.cancelSignature.path, async (c) => {
    await readBody(c, cancelSignatureBody)
    throw new Refusal({ status: 400 }, 'Could not find all relevant orders')
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
