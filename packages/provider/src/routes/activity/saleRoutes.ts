import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { param, withoutEffect } from '../../http/parameters.ts'
import { paged } from '../../http/sharedParameters.ts'
import { listActivity } from '../../storage/pages/listActivity.ts'
import { saleView } from '../../views/activityView.ts'
import { pageOf, sale } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'

export const saleRoutes = [
  defineRoute({
    method: 'GET',
    path: '/sales/v6',
    summary: 'Sales, newest first.',
    answer: pageOf('sales', sale),
    fromReplica: true,
    query: {
      contract: param.addresses,
      collection: param.addresses,
      tokens: param.tokens,
      txHash: param.hashes,
      startTimestamp: param.integer,
      endTimestamp: param.integer,
      displayCurrency: param.address,
      sortBy: withoutEffect(param.oneOf('time'), 'sales come by time.'),
      sortDirection: withoutEffect(param.oneOf('desc'), 'sales come newest first.'),
      ...paged(1000, 10),
    },
    handler: async ({ query, context: { chain, prices } }) => {
      const { lines, next } = await listActivity(chain.db, chain.config.id, {
        types: ['sale'],
        contracts: [...query.contract, ...query.collection],
        tokens: query.tokens,
        users: [],
        txHash: query.txHash[0],
        since: query.startTimestamp,
        until: query.endTimestamp,
        limit: query.limit,
        after: readContinuation(query.continuation, part.signed, part.activity),
      })
      const shown = prices.shownIn(query.displayCurrency)
      return { sales: lines.map((line) => saleView(line, shown)), continuation: encodeContinuation(next) }
    },
  }),
]
