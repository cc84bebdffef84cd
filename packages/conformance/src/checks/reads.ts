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

/** Creates a rule that the client's parser accepts the body of a read. */
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

/** Rules of reads: response bodies, sorting and paging. */
export const readChecks: readonly Check[] = [
  shape('collections', 'A collection can be read by its id.', ({ collection }) => ({
    path: routes.collections.path,
    query: { id: collection },
    parser: parseCollections,
  })),
  shape(
    'tokens-of-collection',
    'The tokens of a collection can be read with their cheapest listings.',
    ({ collection }) => ({
      path: routes.tokens.path,
      query: { collection, sortBy: 'floorAskPrice', limit: 20, includeTopBid: true, includeAttributes: true },
      parser: parseTokens,
    }),
  ),
  shape('asks-of-token', 'The listings of a token can be read.', ({ token }) => ({
    path: routes.asks.path,
    query: { token },
    parser: parseOrders,
  })),
  shape('bids-of-collection', 'The offers for a collection can be read.', ({ collection }) => ({
    path: routes.bids.path,
    query: { collection },
    parser: parseOrders,
  })),
  shape('tokens-of-user', 'The tokens of an account can be read.', ({ maker }) => ({
    path: at(routes.userTokens.path, { user: maker }),
    query: { limit: 5, includeTopBid: true },
    parser: parseUserTokens,
  })),
  shape('asks-of-user', 'The listings of an account can be read.', ({ maker }) => ({
    path: at(routes.userAsks.path, { user: maker }),
    parser: parseOrders,
  })),
  shape('bids-of-user', 'The offers of an account can be read.', ({ maker }) => ({
    path: at(routes.userBids.path, { user: maker }),
    parser: parseOrders,
  })),
  shape('attributes', 'The attributes of a collection can be read with their counts.', ({ collection }) => ({
    path: at(routes.attributes.path, { collection }),
    parser: parseAttributes,
  })),
  shape('activity-of-token', 'The activity of a token can be read.', ({ token }) => ({
    path: at(routes.tokenActivity.path, { token }),
    parser: parseActivities,
  })),
  shape('activity-of-collection', 'The activity of a collection can be read.', ({ collection }) => ({
    path: routes.collectionActivity.path,
    query: { collection },
    parser: parseActivities,
  })),
  shape('activity-of-user', 'The activity of an account can be read.', ({ maker }) => ({
    path: routes.userActivity.path,
    query: { users: maker },
    parser: parseActivities,
  })),
  required(
    'marketplace-terms',
    'The marketplace configuration of the provider’s order book has an enabled exchange and the currencies of offers.',
    async ({ ask, providerData }) => {
      const { id } = anyCollection(providerData)
      const answer = await ask(at(routes.marketplaceConfigurations.path, { collection: id }))
      const { marketplaces } = read(answer, parseMarketplaceConfigurations)
      const own = marketplaces.find(({ orderbook }) => orderbook === 'reservoir')
      must(own !== undefined, 'No entry has the order book "reservoir".', answer)
      const exchange = Object.values(own.exchanges).find(({ enabled }) => enabled === true)
      must(exchange !== undefined, 'No exchange is enabled.', answer)
      must((exchange.supportedBidCurrencies?.length ?? 0) > 0, 'It has no currency for offers.', answer)
    },
  ),
  required(
    'asks-active-and-sorted',
    'Listings of a collection are all active, and the cheapest comes first.',
    async ({ ask, providerData }) => {
      const { contract } = anyCollection(providerData)
      const answer = await ask(routes.asks.path, {
        query: { contracts: contract, sortBy: 'price', limit: 50 },
      })
      const { orders } = read(answer, parseOrders)
      const inactive = orders.find(({ status }) => status !== 'active')
      must(inactive === undefined, `Order ${inactive?.id} is ${inactive?.status}.`, answer)
      const last = new Map<string, bigint>()
      const sorted = orders.every(({ price }) => {
        if (price == null) return false
        const { contract } = price.currency
        const rises = price.amount.raw >= (last.get(contract) ?? 0n)
        last.set(contract, price.amount.raw)
        return rises
      })
      must(sorted, 'The prices of a currency are not in ascending order.', answer)
    },
  ),
  required(
    'net-below-gross',
    'The net amount of a price is its gross amount less the fees.',
    async ({ ask, providerData }) => {
      const { order } = listedToken(providerData)
      const answer = await ask(routes.asks.path, { query: { ids: order.id } })
      const [found] = read(answer, parseOrders).orders
      must(found !== undefined, 'The order cannot be read by its id.', answer)
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
    'Pages are read by their continuation: no token is returned twice, and there is a last page.',
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
        must(tokens.length <= 5, `It returned ${tokens.length} tokens with a limit of 5.`, answer)
        for (const { token } of tokens) {
          must(!seen.has(token.tokenId), `Token ${token.tokenId} was returned twice.`, answer)
          seen.add(token.tokenId)
        }
        if (next == null || next === '') return
        must(next !== continuation, 'The next page has the same continuation.', answer)
        continuation = next
      }
    },
  ),
  expected(
    'wrong-continuation',
    'An unknown continuation is rejected with 400.',
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
    'The limit of a page has a maximum: a greater one is rejected or reduced.',
    async ({ ask, providerData }) => {
      const { id } = anyCollection(providerData)
      const answer = await ask(routes.tokens.path, { query: { collection: id, limit: 100_000 } })
      if (answer.status !== 200) return void mustReject(answer, 400)
      must(
        read(answer, parseTokens).tokens.length <= 1000,
        'It returned more than 1,000 tokens at once.',
        answer,
      )
    },
  ),
]
