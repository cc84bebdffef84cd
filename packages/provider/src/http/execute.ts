import { buyBody, listBody, resultsBody, routes } from '@sluice/wire'
import type { Hono } from 'hono'
import { saveResult } from '../storage/executions.ts'
import { buy } from '../trade/buy.ts'
import { list } from '../trade/list.ts'
import { readBody } from './body.ts'
import type { Scope } from './scope.ts'

/** `POST /execute/*`: what the wallet has to do for a trade. Parse, plan, reply. */
export function executeRoutes(app: Hono, { chain, trade }: Scope): void {
  app.post(routes.buy.path, async (c) => c.json(await buy(trade, await readBody(c, buyBody))))
  app.post(routes.list.path, async (c) => c.json(await list(trade, await readBody(c, listBody))))

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
