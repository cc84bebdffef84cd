import { ParseError, routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import { type Address, keccak256, stringToBytes } from 'viem'
import { ofNoSet, tokenParam } from '../../http/pathParameters.ts'
import { encodeContinuation, part, type Query, readQuery, type TokenName } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import {
  type ActivityLine,
  type ActivityType,
  activityTypes,
  listActivity,
} from '../../storage/pages/activityPages.ts'
import { sourceView } from '../../views/orderView.ts'
import { createPriceViews, type PriceViews } from '../../views/priceView.ts'

/** What the order of a line is for: its kind, and the ids. */
function criteriaOf({ order, contract, tokenId }: ActivityLine) {
  const collection = { id: contract }
  if (order?.tokenSetId?.startsWith('token:') !== true) return { kind: 'collection', data: { collection } }
  return { kind: 'token', data: { token: { tokenId }, collection } }
}

/** Names of the token and the collection of a line, as most routes of history have them. */
function namesView(line: ActivityLine, withNames: boolean) {
  return {
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
  }
}

/** The same under the shorter names of `/search/activities/v1`. */
const shortNamesView = (line: ActivityLine) => ({
  token: { id: line.tokenId, name: line.tokenName, image: line.tokenImage },
  collection: { id: line.contract, name: line.collectionName, image: line.collectionImage },
})

function lineView(line: ActivityLine, prices: PriceViews) {
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
            criteria: criteriaOf(line),
          },
  }
}

/** A sale as `/sales/v6` shows it. Price is for one unit. */
function saleView(line: ActivityLine, prices: PriceViews) {
  const { price, currency, units, order } = line
  const id = keccak256(stringToBytes(`${line.txHash}:${line.logIndex}:${order?.id}`)).slice(2)
  const at = new Date(line.timestamp * 1000).toISOString()
  return {
    id,
    saleId: id,
    token: {
      contract: line.contract,
      tokenId: line.tokenId,
      name: line.tokenName,
      image: line.tokenImage,
      collection: { id: line.contract, name: line.collectionName },
    },
    orderSource: order?.source ?? null,
    orderSide: order?.side === 'buy' ? 'bid' : 'ask',
    orderKind: 'seaport-v1.6',
    orderId: order?.id ?? null,
    orderIsReservoir: true,
    from: line.from,
    to: line.to,
    amount: units.toString(),
    txHash: line.txHash,
    logIndex: line.logIndex,
    batchIndex: line.batchIndex,
    timestamp: line.timestamp,
    price:
      price === null || currency === null
        ? null
        : prices.price(currency, units === 0n ? price : price / units),
    washTradingScore: 0,
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
  }
}

/** Sales, newest first. */
async function sales(query: Query, { chain }: Scope, prices: PriceViews) {
  const tokens = query.tokens('tokens')
  const { lines, next } = await listActivity(chain.db, chain.config.id, {
    types: ['sale'],
    contracts: query.addresses('contract', 'collection'),
    tokens,
    users: [],
    txHash: query.hashes('txHash')[0],
    since: query.number('startTimestamp'),
    until: query.number('endTimestamp'),
    limit: query.limit(10, 1000),
    after: query.continuation(part.signed, part.line),
  })
  return { sales: lines.map((line) => saleView(line, prices)), continuation: encodeContinuation(next) }
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
  readonly tokens?: readonly TokenName[]
  readonly users?: readonly Address[]
  readonly contracts?: readonly Address[]
  /** Whether names are those of `/search/activities/v1`. */
  readonly short?: true
  readonly limit: number
  readonly maxLimit: number
}

const sets = ['community', 'collectionsSetId', 'contractsSetId']

async function page(query: Query, { chain }: Scope, prices: PriceViews, fixed: Fixed) {
  const { lines, next } = await listActivity(chain.db, chain.config.id, {
    types: typesOf(query),
    contracts: fixed.contracts ?? [],
    tokens: fixed.tokens ?? [],
    users: fixed.users ?? [],
    limit: query.limit(fixed.limit, fixed.maxLimit),
    after: query.continuation(part.signed, part.line),
  })
  const withNames = query.flag('includeMetadata', true)
  return {
    activities: lines.map((line) => ({
      ...lineView(line, prices),
      ...(fixed.short === true ? shortNamesView(line) : namesView(line, withNames)),
    })),
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
    answer(c, () => ({ tokens: [tokenParam(c)], limit: 20, maxLimit: 100 })),
  )
  app.get(routes.collectionActivity.path, (c) =>
    answer(c, (query) => ({
      contracts: required(query.addresses('collection', 'contract'), 'collection'),
      limit: 50,
      maxLimit: query.flag('includeMetadata', true) ? 50 : 1000,
    })),
  )
  app.get('/search/activities/v1', (c) =>
    answer(c, (query) => ({
      tokens: query.tokens('tokens'),
      contracts: query.addresses('collections'),
      users: query.addresses('users'),
      short: true,
      limit: 50,
      maxLimit: 50,
    })),
  )
  app.get('/sales/v6', async (c) => {
    const query = readQuery(c)
    return c.json(await sales(query, scope, prices.shownIn(query.address('displayCurrency'))))
  })
  app.get(routes.userActivity.path, (c) =>
    answer(c, (query) => ({
      users: required(query.addresses('users'), 'users'),
      contracts: query.addresses('collection'),
      limit: 20,
      maxLimit: query.flag('includeMetadata', true) ? 100 : 1000,
    })),
  )
}
