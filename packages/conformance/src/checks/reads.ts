import {
  parseActivities,
  parseAttributes,
  parseCollections,
  parseMarketplaceConfigurations,
  parseOrders,
  parseTokens,
  parseUserTokens,
  routes,
} from '@sluice/wire'
import { must } from '../answer.ts'
import { anyCollection, type Check, listedToken, rulesOf } from '../check.ts'
import { mustReject, read } from '../read.ts'

const { required, expected } = rulesOf('reads')

const at = (path: string, names: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')

/** A read whose whole body the client's own parser accepts. */
const shape = (
  id: string,
  rule: string,
  look: (found: { collection: string; token: string; maker: string }) => {
    readonly path: string
    readonly query?: Record<string, string | number | boolean>
    readonly parser: (input: unknown) => unknown
  },
): Check =>
  required(id, rule, async ({ ask, providerData }) => {
    const { name, order } = listedToken(providerData)
    const { path, query, parser } = look({
      collection: anyCollection(providerData).id,
      token: name,
      maker: order.maker,
    })
    read(await ask(path, query === undefined ? {} : { query }), parser)
  })

/** Reads: shapes, order and paging. */
export const readChecks: readonly Check[] = [
  shape('collections', 'Collections are had by id.', ({ collection }) => ({
    path: routes.collections.path,
    query: { id: collection },
    parser: parseCollections,
  })),
  shape(
    'tokens-of-collection',
    'Tokens of a collection are had with their cheapest listing.',
    ({ collection }) => ({
      path: routes.tokens.path,
      query: { collection, sortBy: 'floorAskPrice', limit: 20, includeTopBid: true, includeAttributes: true },
      parser: parseTokens,
    }),
  ),
  shape('asks-of-token', 'Listings of a token are had.', ({ token }) => ({
    path: routes.asks.path,
    query: { token },
    parser: parseOrders,
  })),
  shape('bids-of-collection', 'Offers for a collection are had.', ({ collection }) => ({
    path: routes.bids.path,
    query: { collection },
    parser: parseOrders,
  })),
  shape('tokens-of-user', 'Tokens of an account are had.', ({ maker }) => ({
    path: at(routes.userTokens.path, { user: maker }),
    query: { limit: 5, includeTopBid: true },
    parser: parseUserTokens,
  })),
  shape('asks-of-user', 'Listings of an account are had.', ({ maker }) => ({
    path: at(routes.userAsks.path, { user: maker }),
    parser: parseOrders,
  })),
  shape('bids-of-user', 'Offers of an account are had.', ({ maker }) => ({
    path: at(routes.userBids.path, { user: maker }),
    parser: parseOrders,
  })),
  shape('attributes', 'Attributes of a collection are had with their counts.', ({ collection }) => ({
    path: at(routes.attributes.path, { collection }),
    parser: parseAttributes,
  })),
  shape('activity-of-token', 'The history of a token is had.', ({ token }) => ({
    path: at(routes.tokenActivity.path, { token }),
    parser: parseActivities,
  })),
  shape('activity-of-collection', 'The history of a collection is had.', ({ collection }) => ({
    path: routes.collectionActivity.path,
    query: { collection },
    parser: parseActivities,
  })),
  shape('activity-of-user', 'The history of an account is had.', ({ maker }) => ({
    path: routes.userActivity.path,
    query: { users: maker },
    parser: parseActivities,
  })),
  required(
    'marketplace-terms',
    'The terms of its own order book name an enabled exchange and the currencies of offers.',
    async ({ ask, providerData }) => {
      const { id } = anyCollection(providerData)
      const answer = await ask(at(routes.marketplaceConfigurations.path, { collection: id }))
      const { marketplaces } = read(answer, parseMarketplaceConfigurations)
      const own = marketplaces.find(({ orderbook }) => orderbook === 'reservoir')
      must(own !== undefined, 'No entry has the order book "reservoir".', answer)
      const exchange = Object.values(own.exchanges).find(({ enabled }) => enabled === true)
      must(exchange !== undefined, 'No exchange is enabled.', answer)
      must((exchange.supportedBidCurrencies?.length ?? 0) > 0, 'No currency for offers is named.', answer)
    },
  ),
  required(
    'asks-active-and-sorted',
    'Listings of a collection are live ones alone, the cheapest first.',
    async ({ ask, providerData }) => {
      const { contract } = anyCollection(providerData)
      const answer = await ask(routes.asks.path, {
        query: { contracts: contract, sortBy: 'price', limit: 50 },
      })
      const { orders } = read(answer, parseOrders)
      const dead = orders.find(({ status }) => status !== 'active')
      must(dead === undefined, `Order ${dead?.id} is ${dead?.status}.`, answer)
      const last = new Map<string, bigint>()
      const sorted = orders.every(({ price }) => {
        if (price == null) return false
        const { contract } = price.currency
        const rises = price.amount.raw >= (last.get(contract) ?? 0n)
        last.set(contract, price.amount.raw)
        return rises
      })
      must(sorted, 'The prices of a currency do not rise.', answer)
    },
  ),
  required(
    'net-below-gross',
    'Of a price, what the seller keeps is what the buyer pays less the fees.',
    async ({ ask, providerData }) => {
      const { order } = listedToken(providerData)
      const answer = await ask(routes.asks.path, { query: { ids: order.id } })
      const [found] = read(answer, parseOrders).orders
      must(found !== undefined, 'The order is not had by its id.', answer)
      const { price } = found
      must(price != null, 'The order has no price.', answer)
      const net = price.netAmount?.raw ?? price.amount.raw
      const fees = (price.amount.raw * BigInt(Math.round(found.feeBps ?? 0))) / 10_000n
      const off = price.amount.raw - fees - net
      must(
        off >= -2n && off <= 2n,
        `${price.amount.raw} less ${found.feeBps ?? 0} bps is not ${net}.`,
        answer,
      )
    },
  ),
  required(
    'pages',
    'Pages follow each other by their continuation: nothing comes twice, and there is an end.',
    async ({ ask, providerData }) => {
      const { id } = anyCollection(providerData)
      const seen = new Set<string>()
      const query = { collection: id, sortBy: 'tokenId', limit: 5 }
      let continuation: string | undefined
      for (let page = 0; page < 8; page += 1) {
        const answer = await ask(routes.tokens.path, {
          query: continuation === undefined ? query : { ...query, continuation },
        })
        const { tokens, continuation: next } = read(answer, parseTokens)
        must(tokens.length <= 5, `Asked for 5, it answered ${tokens.length}.`, answer)
        for (const { token } of tokens) {
          must(!seen.has(token.tokenId), `Token ${token.tokenId} came twice.`, answer)
          seen.add(token.tokenId)
        }
        if (next == null || next === '') return
        must(next !== continuation, 'The continuation does not move on.', answer)
        continuation = next
      }
    },
  ),
  expected(
    'wrong-continuation',
    'A continuation that it did not give is refused with 400.',
    async ({ ask, providerData }) => {
      const { id } = anyCollection(providerData)
      mustReject(
        await ask(routes.tokens.path, { query: { collection: id, continuation: '!!nonsense' } }),
        400,
      )
    },
  ),
  expected(
    'limit-bound',
    'A page has an upper bound: a greater limit is refused or cut.',
    async ({ ask, providerData }) => {
      const { id } = anyCollection(providerData)
      const answer = await ask(routes.tokens.path, { query: { collection: id, limit: 100_000 } })
      if (answer.status !== 200) return void mustReject(answer, 400)
      must(read(answer, parseTokens).tokens.length <= 1000, 'It gave more than 1,000 at once.', answer)
    },
  ),
]
