import type { Address } from 'viem'
import { ApiError } from '../../apiError.ts'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import { type ParameterValues, param } from '../../http/parameters.ts'
import { listActivity } from '../../storage/pages/listActivity.ts'
import type { TokenKey } from '../../storage/pages/tokenFilters.ts'
import type { RouteContext } from '../routeContexts.ts'
import { defineOpenSeaRoute } from './defineOpenSeaRoute.ts'
import { checkChain } from './openSeaChain.ts'
import { eventKindOf, eventKinds, everyEventKind, openSeaEvents } from './openSeaEvent.ts'
import { nextOf, openSeaPaged } from './openSeaParameters.ts'
import { openSeaEvent, openSeaPage } from './openSeaSchemas.ts'

const answer = openSeaPage('asset_events', openSeaEvent)
const filters = {
  ...openSeaPaged(200),
  event_type: param.someOf(...everyEventKind),
  after: param.integer,
  before: param.integer,
}

type Selection = {
  readonly tokens?: readonly TokenKey[]
  readonly users?: readonly Address[]
  readonly contracts?: readonly Address[]
}

/** A page of events, the newest first. A page may be short where it holds offers of another kind than was asked for. */
async function page(
  context: RouteContext,
  query: ParameterValues<typeof filters>,
  { tokens = [], users = [], contracts = [] }: Selection,
) {
  const { chain } = context
  const kinds = query.event_type.length === 0 ? everyEventKind : query.event_type
  const { lines, next } = await listActivity(chain.db, chain.config.id, {
    types: [...new Set(kinds.map((kind) => eventKinds[kind]))],
    tokens,
    users,
    contracts,
    since: query.after,
    until: query.before,
    limit: query.limit,
    after: readContinuation(query.next, part.signed, part.activity),
  })
  const asked = lines.filter((line) => {
    const kind = eventKindOf(line)
    return kind !== undefined && kinds.includes(kind)
  })
  return { asset_events: await openSeaEvents(context, asked), ...nextOf(encodeContinuation(next)) }
}

/** What happened, everywhere and to accounts, collections and tokens. */
export const openSeaEventRoutes = [
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/events',
    summary: 'For OpenSea’s SDK: what happened.',
    answer,
    fromReplica: true,
    query: filters,
    handler: ({ query, context }) => page(context, query, {}),
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/events/accounts/{user}',
    summary: 'For OpenSea’s SDK: what an account did.',
    answer,
    fromReplica: true,
    query: { ...filters, chain: param.text(64) },
    handler: ({ path: { user }, query, context }) => {
      if (query.chain !== undefined) checkChain(context, query.chain)
      return page(context, query, { users: [user] })
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/events/collection/{collection}',
    summary: 'For OpenSea’s SDK: what happened in a collection.',
    answer,
    fromReplica: true,
    query: { ...filters, traits: param.text(5000) },
    handler: ({ path: { collection }, query, context }) => {
      if (query.traits !== undefined)
        throw new ApiError('notServed', 'Events are not filtered by traits here', { field: 'traits' })
      return page(context, query, { contracts: [collection] })
    },
  }),
  defineOpenSeaRoute({
    method: 'GET',
    path: '/api/v2/events/chain/{chain}/contract/{collection}/nfts/{tokenId}',
    summary: 'For OpenSea’s SDK: what happened to a token.',
    answer,
    fromReplica: true,
    query: filters,
    handler: ({ path: { collection: contract, tokenId }, query, context }) =>
      page(context, query, { tokens: [{ contract, tokenId }] }),
  }),
]
