import { activity, ParseError, routes } from '@sluice/wire'
import type { Address } from 'viem'
import { encodeContinuation, part, readContinuation } from '../../http/continuation.ts'
import {
  type ParameterValues,
  param,
  type TokenName,
  withDefault,
  withoutEffect,
} from '../../http/parameters.ts'
import { asksForSet, contractSetParameters, paged } from '../../http/sharedParameters.ts'
import { activityTypes, listActivity } from '../../storage/pages/listActivity.ts'
import { type ActivityNames, activityView } from '../../views/activityView.ts'
import { pageOf, shortActivity } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import type { RouteContext } from '../routeContexts.ts'

const filters = {
  displayCurrency: param.address,
  ...contractSetParameters,
  types: param.someOf(...activityTypes),
  sortBy: withoutEffect(
    param.oneOf('eventTimestamp', 'timestamp', 'createdAt'),
    'each of these is the time of the block, newest first.',
  ),
}
const metadata = { includeMetadata: withDefault(param.optionalFlag, true) }
type Filters = ParameterValues<typeof filters & ReturnType<typeof paged>>
type Metadata = ParameterValues<typeof metadata>

type Selection = {
  readonly tokens?: readonly TokenName[]
  readonly users?: readonly Address[]
  readonly contracts?: readonly Address[]
}

async function page(
  query: Filters,
  { chain, prices }: RouteContext,
  { tokens = [], users = [], contracts = [] }: Selection,
  names: ActivityNames,
) {
  const { lines, next } = await listActivity(chain.db, chain.config.id, {
    types: query.types,
    contracts,
    tokens,
    users,
    limit: query.limit,
    after: readContinuation(query.continuation, part.signed, part.activity),
  })
  const shown = prices.shownIn(query.displayCurrency)
  return {
    activities: lines.map((line) => activityView(line, shown, names)),
    continuation: encodeContinuation(next),
  }
}

const none = { activities: [], continuation: null }

const atLeastOne = <T>(values: readonly T[], name: string): readonly T[] => {
  if (values.length === 0) throw new ParseError('The request', name, 'is missing')
  return values
}

const namesFor = ({ includeMetadata }: Metadata): ActivityNames =>
  includeMetadata ? 'long' : 'long-without-metadata'

/** Pages with metadata are shorter than pages without. */
function checkLimit({ limit, includeMetadata }: Filters & Metadata, maxWithMetadata: number): void {
  if (includeMetadata && limit > maxWithMetadata)
    throw new ParseError('The request', 'limit', `must be a number from 1 to ${maxWithMetadata}`)
}

/** What happened to tokens, in collections and to accounts, newest first. */
export const activityRoutes = [
  defineRoute({
    method: 'GET',
    path: routes.tokenActivity.path,
    summary: 'What happened to a token.',
    answer: pageOf('activities', activity),
    fromReplica: true,
    query: { ...filters, ...metadata, ...paged(100, 20) },
    handler: ({ path: { token }, query, context }) =>
      asksForSet(query) ? none : page(query, context, { tokens: [token] }, namesFor(query)),
  }),
  defineRoute({
    method: 'GET',
    path: routes.collectionActivity.path,
    summary: 'What happened in collections.',
    answer: pageOf('activities', activity),
    fromReplica: true,
    query: {
      ...filters,
      ...metadata,
      ...paged(1000, 50),
      collection: param.addresses,
      contract: param.addresses,
    },
    handler: ({ query, context }) => {
      if (asksForSet(query)) return none
      checkLimit(query, 50)
      const contracts = atLeastOne([...query.collection, ...query.contract], 'collection')
      return page(query, context, { contracts }, namesFor(query))
    },
  }),
  defineRoute({
    method: 'GET',
    path: routes.userActivity.path,
    summary: 'What accounts did.',
    answer: pageOf('activities', activity),
    fromReplica: true,
    query: {
      ...filters,
      ...metadata,
      ...paged(1000, 20),
      users: param.addresses,
      collection: param.addresses,
    },
    handler: ({ query, context }) => {
      if (asksForSet(query)) return none
      checkLimit(query, 100)
      const users = atLeastOne(query.users, 'users')
      return page(query, context, { users, contracts: query.collection }, namesFor(query))
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/search/activities/v1',
    summary: 'What happened, by tokens, collections or accounts.',
    answer: pageOf('activities', shortActivity),
    fromReplica: true,
    query: {
      ...filters,
      includeMetadata: withoutEffect(param.flag, 'names and pictures are always in the answer.'),
      ...paged(50, 50),
      tokens: param.tokens,
      collections: param.addresses,
      users: param.addresses,
    },
    handler: ({ query, context }) => {
      if (asksForSet(query)) return none
      const { tokens, collections: contracts, users } = query
      return page(query, context, { tokens, contracts, users }, 'short')
    },
  }),
]
