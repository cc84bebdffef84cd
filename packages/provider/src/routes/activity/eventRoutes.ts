import { ParseError, routes } from '@sluice/wire'
import { param } from '../../http/parameters.ts'
import { defineRoute } from '../defineRoute.ts'

const kinds = ['order', 'sale', 'transfer', 'block', 'reorg', 'transaction', 'cross-post', 'auction'] as const

/**
 * Server-sent events of one chain. A reader that names transactions receives `transaction` as soon as each is synced,
 * at once for one that is already. With `Last-Event-ID` the events since then are sent first, none twice and none left
 * out; if that event is older than what is stored, the reader receives `gap` first and has to read the state again.
 */
export const eventRoutes = [
  defineRoute({
    method: 'GET',
    path: routes.events.path,
    summary: 'Events as they happen; resumes after Last-Event-ID.',
    answer: 'text/event-stream',
    query: {
      types: param.someOf(...kinds),
      contract: param.addresses,
      collection: param.addresses,
      maker: param.addresses,
      user: param.addresses,
      orderId: param.hashes,
      txHash: param.hashes,
      lastEventId: param.text(20),
    },
    handler: ({ query, context: { eventStreams }, c }) => {
      const lastEventId = c.req.header('last-event-id') ?? query.lastEventId
      if (lastEventId !== undefined && !/^[0-9]{1,18}$/.test(lastEventId))
        throw new ParseError('The request', 'Last-Event-ID', 'must be the id of an event')
      const filter = {
        types: new Set<string>(query.types),
        contracts: new Set<string>([...query.contract, ...query.collection]),
        users: new Set<string>([...query.maker, ...query.user]),
        orders: new Set<string>(query.orderId),
        transactions: new Set<string>(query.txHash),
      }
      return eventStreams.open(c, filter, lastEventId)
    },
  }),
]
