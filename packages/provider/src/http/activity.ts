import { ParseError, routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import type { Address } from 'viem'
import {
  type ActivityLine,
  type ActivityType,
  activityTypes,
  listActivity,
} from '../storage/activityPages.ts'
import { sourceView } from './orderView.ts'
import { ofNoSet, tokenParam } from './params.ts'
import { createPriceViews, type PriceViews } from './priceView.ts'
import { encodeContinuation, part, type Query, readQuery, type TokenName } from './query.ts'
import type { Scope } from './scope.ts'

function lineView(line: ActivityLine, prices: PriceViews, withNames: boolean) {
  const { price, currency, units, order } = line
  const unit = price === null ? null : units === 0n ? price : price / units
  return {
    type: line.type,
    fromAddress: line.from,
    toAddress: line.to,
    price: unit === null || currency === null ? null : prices.price(currency, unit),
    amount: Number(units),
    timestamp: line.timestamp,
    createdAt: new Date(line.timestamp * 1000).toISOString(),
    contract: line.contract,
    token: {
      tokenId: line.tokenId,
      tokenName: withNames ? line.tokenName : null,
      tokenImage: withNames ? line.tokenImage : null,
      isSpam: false,
      isNsfw: false,
    },
    collection: {
      collectionId: line.contract,
      collectionName: withNames ? line.collectionName : null,
      collectionImage: withNames ? line.collectionImage : null,
      isSpam: false,
      isNsfw: false,
    },
    txHash: line.txHash,
    logIndex: line.logIndex,
    batchIndex: line.batchIndex,
    order:
      order === null
        ? null
        : {
            id: order.id,
            side: order.side === 'sell' ? 'ask' : 'bid',
            source: sourceView(order.source ?? undefined),
            criteria: { kind: order.tokenSetId?.startsWith('token:') === true ? 'token' : 'collection' },
          },
  }
}

function typesOf(query: Query): readonly ActivityType[] {
  return query.texts('types', 20).map((text) => {
    const type = activityTypes.find((known) => known === text)
    if (type === undefined)
      throw new ParseError('The request', 'types', `must be one of ${activityTypes.join(', ')}`)
    return type
  })
}

type Fixed = {
  readonly token?: TokenName
  readonly users?: readonly Address[]
  readonly contracts?: readonly Address[]
  readonly limit: number
  readonly maxLimit: number
}

const sets = ['community', 'collectionsSetId', 'contractsSetId']

async function page(query: Query, { chain }: Scope, prices: PriceViews, fixed: Fixed) {
  query.oneOf('sortBy', ['eventTimestamp', 'createdAt'] as const, 'eventTimestamp')
  const { lines, next } = await listActivity(chain.db, chain.config.id, {
    types: typesOf(query),
    contracts: fixed.contracts ?? [],
    token: fixed.token,
    users: fixed.users ?? [],
    limit: query.limit(fixed.limit, fixed.maxLimit),
    after: query.continuation(part.signed, part.line),
  })
  const withNames = query.flag('includeMetadata', true)
  return {
    activities: lines.map((line) => lineView(line, prices, withNames)),
    continuation: encodeContinuation(next),
  }
}

const required = <T>(values: readonly T[], name: string): readonly T[] => {
  if (values.length === 0) throw new ParseError('The request', name, 'is missing')
  return values
}

/** What happened to a token, a collection, an account. */
export function activityRoutes(app: Hono, scope: Scope): void {
  const prices = createPriceViews(scope)
  const answer = async (c: Context, fixed: (query: Query) => Fixed) => {
    const query = readQuery(c)
    if (ofNoSet(query, sets)) return c.json({ activities: [], continuation: null })
    const shown = prices.shownIn(query.address('displayCurrency'))
    return c.json(await page(query, scope, shown, fixed(query)))
  }
  app.get(routes.tokenActivity.path.replace('{token}', ':token'), (c) =>
    answer(c, () => ({ token: tokenParam(c), limit: 20, maxLimit: 100 })),
  )
  app.get(routes.collectionActivity.path, (c) =>
    answer(c, (query) => ({
      contracts: required(query.addresses('collection', 'contract'), 'collection'),
      limit: 50,
      maxLimit: query.flag('includeMetadata', true) ? 50 : 1000,
    })),
  )
  app.get(routes.userActivity.path, (c) =>
    answer(c, (query) => ({
      users: required(query.addresses('users'), 'users'),
      contracts: query.addresses('collection'),
      limit: 20,
      maxLimit: query.flag('includeMetadata', true) ? 100 : 1000,
    })),
  )
}
