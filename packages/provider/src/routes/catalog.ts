import {
  bidBody,
  buyBody,
  bytes32,
  cancelBody,
  cancelSignatureBody,
  listBody,
  maybe,
  orderV3Body,
  orderV4Body,
  refreshTokenBody,
  refreshTokensBody,
  resultsBody,
  routes,
  sellBody,
  text,
  transferBody,
} from '@sluice/wire'
import * as v from 'valibot'
import { type Operation, type Parameter, param } from '../http/operation.ts'
import { orderTypes } from '../storage/pages/orderPages.ts'
import {
  callBody,
  challengeBody,
  flagTokenBody,
  mintBody,
  refreshCollectionBody,
  tokenSetBody,
} from './trading/asideBodies.ts'

/** Body of `POST /execute/status/v1`. */
export const statusBody = v.object({ kind: maybe(text(64)), id: bytes32 })

type Query = Readonly<Record<string, Parameter>>
const colon = (path: string): string => path.replaceAll(/\{([a-zA-Z]+)\}/g, ':$1')
const get = (path: string, about: string, query: Query = {}): Operation => ({
  method: 'GET',
  path: colon(path),
  about,
  query,
})
const post = (path: string, about: string, body?: v.GenericSchema, query: Query = {}): Operation => ({
  method: 'POST',
  path,
  about,
  query,
  ...(body === undefined ? {} : { body }),
})

/** How prices are shown: in another currency, with the royalties that an order leaves out. */
const shown = { displayCurrency: param.address, normalizeRoyalties: param.flag }
const direction = { sortDirection: param.oneOf('asc', 'desc') }
const paged = (max: number) => ({ limit: param.limit(max), continuation: param.cursor })
const signature = { signature: param.text(16_386) }
/** Clients of the language put a signature on whatever they post. */
const unusedSignature = {
  signature: param.withoutEffect(param.text(16_386), 'nothing that is posted here is signed.'),
}
/** Sets that others made elsewhere: nothing here is of one. */
const sets = { community: param.text(200), collectionsSetId: param.text(200) }

const tokens: Query = {
  tokens: param.tokens,
  collection: param.addresses,
  contract: param.addresses,
  tokenSetId: param.text(200),
  ...sets,
  tokenName: param.text(100),
  minFloorAskPrice: param.coins,
  maxFloorAskPrice: param.coins,
  attributes: param.map(200),
  flagStatus: param.oneOf('-1', '0', '1'),
  source: param.texts(253),
  sources: param.texts(253),
  currencies: param.addresses,
  ...shown,
  sortBy: param.standingIn(
    param.oneOf('floorAskPrice', 'tokenId', 'rarity', 'updatedAt', 'listedAt', 'lastSaleAt', 'lastSalePrice'),
    { rarity: 'tokenId', listedAt: 'tokenId', lastSaleAt: 'tokenId', lastSalePrice: 'tokenId' },
  ),
  ...direction,
  includeTopBid: param.flag,
  includeLastSale: param.flag,
  includeAttributes: param.flag,
  ...paged(100),
}
const idsAlone = 'the answer holds ids alone.'
const tokenIds: Query = {
  ...tokens,
  displayCurrency: param.withoutEffect(param.address, idsAlone),
  includeTopBid: param.withoutEffect(param.flag, idsAlone),
  includeLastSale: param.withoutEffect(param.flag, idsAlone),
  includeAttributes: param.withoutEffect(param.flag, idsAlone),
}
const collections: Query = {
  id: param.addresses,
  contract: param.addresses,
  contracts: param.addresses,
  ...shown,
  ...sets,
  slug: param.text(200),
  name: param.text(100),
  minFloorAskPrice: param.coins,
  maxFloorAskPrice: param.coins,
  sortBy: param.standingIn(
    param.oneOf(
      'allTimeVolume',
      '1DayVolume',
      '7DayVolume',
      '30DayVolume',
      'createdAt',
      'updatedAt',
      'floorAskPrice',
      'lastMintTimestamp',
    ),
    { lastMintTimestamp: 'createdAt' },
  ),
  includeAttributes: param.flag,
  ...direction,
  ...paged(100),
}
const orders: Query = {
  ids: param.hashes,
  token: param.tokens,
  tokenSetId: param.text(200),
  maker: param.address,
  contracts: param.addresses,
  contract: param.addresses,
  collection: param.addresses,
  source: param.texts(253),
  sources: param.texts(253),
  excludeSources: param.texts(253),
  currencies: param.addresses,
  attribute: param.map(200),
  orderType: param.oneOf(...orderTypes),
  type: param.oneOf(...orderTypes),
  startTimestamp: param.whole,
  endTimestamp: param.whole,
  ...sets,
  contractsSetId: param.text(200),
  ...shown,
  status: param.oneOf('active', 'inactive', 'expired', 'cancelled', 'filled', 'any', 'valid'),
  sortBy: param.standingIn(param.oneOf('createdAt', 'price', 'updatedAt', 'floorAskPrice'), {
    floorAskPrice: 'price',
  }),
  ...direction,
  includePrivate: param.flag,
  includeCriteriaMetadata: param.flag,
  includeRawData: param.flag,
  ...paged(1000),
}
const ordersOfAccount: Query = {
  ...orders,
  maker: param.withoutEffect(param.address, 'the path names the account.'),
}
const activity: Query = {
  displayCurrency: param.address,
  ...sets,
  contractsSetId: param.text(200),
  types: param.texts(20),
  sortBy: param.withoutEffect(
    param.oneOf('eventTimestamp', 'timestamp', 'createdAt'),
    'each of these is the time of the block, newest first.',
  ),
  includeMetadata: param.flag,
  ...paged(1000),
}

const transfers: Query = {
  txHash: param.hashes,
  token: param.tokens,
  contract: param.address,
  startTimestamp: param.whole,
  endTimestamp: param.whole,
  ...paged(1000),
}

/** Every route of a chain. One that is served and not named here, or the reverse, fails a test. */
export const operations: readonly Operation[] = [
  post(routes.buy.path, 'Plans a purchase.', buyBody, unusedSignature),
  post(routes.sell.path, 'Plans the acceptance of offers.', sellBody, unusedSignature),
  post(routes.list.path, 'Plans listings.', listBody, unusedSignature),
  post(routes.bid.path, 'Plans offers.', bidBody, unusedSignature),
  post(routes.cancel.path, 'Plans a cancellation.', cancelBody, unusedSignature),
  post(routes.transfer.path, 'Plans a transfer.', transferBody, unusedSignature),
  post(routes.cancelSignature.path, 'Takes a signed cancellation.', cancelSignatureBody, signature),
  post(routes.results.path, 'Takes word of how a plan went.', resultsBody),
  post('/execute/status/v1', 'What became of a transaction.', statusBody),
  ...['auth', 'pre', 'permit'].map((kind) =>
    post(
      `/execute/${kind}-signature/v1`,
      'Takes a signature for a challenge: there is none.',
      challengeBody,
      unusedSignature,
    ),
  ),
  post('/execute/mint/v1', 'Plans a mint: nothing is minted here.', mintBody),
  post('/execute/call/v1', 'Plans a call on another chain: none is made here.', callBody),
  post('/execute/solve/capacity/v2', 'What can be bought across chains: nothing.'),
  { ...post(routes.orderV3.path, 'Takes a signed order.', orderV3Body, signature), deprecated: true },
  post(routes.orderV4.path, 'Takes signed orders, many under one signature.', orderV4Body, signature),
  get('/cross-posting-orders/v1', 'What became of orders that were posted for another order book.', {
    ids: param.wholes,
    ...paged(50),
  }),
  {
    ...post(routes.refreshToken.path, 'Reads a token anew.', refreshTokenBody),
    deprecated: true,
  },
  post('/token-sets/v1', 'Keeps a list of tokens that an offer may be made for any of.', tokenSetBody),
  post('/tokens/flag/v1', 'Flags a token, or takes the flag back: for the operator alone.', flagTokenBody),
  post('/tokens/refresh/v2', 'Reads tokens anew.', refreshTokensBody),
  ...['v1', 'v2'].map((version) =>
    post(`/collections/refresh/${version}`, 'Reads the tokens of a collection anew.', refreshCollectionBody),
  ),
  get(routes.synced.path, 'Whether what a transaction did is in every answer.'),
  get('/transactions/synced/v2', 'Whether what transactions did is in every answer.', {
    txHash: param.hashes,
    includeTransfers: param.flag,
  }),
  { ...get(routes.transfers.path, 'Transfers, newest first.', transfers), deprecated: true },
  get('/transfers/bulk/v2', 'Transfers, newest first.', transfers),
  get('/transfers/v4', 'Transfers, newest first.', transfers),
  get('/sales/v6', 'Sales, newest first.', {
    contract: param.addresses,
    collection: param.addresses,
    tokens: param.tokens,
    txHash: param.hashes,
    startTimestamp: param.whole,
    endTimestamp: param.whole,
    displayCurrency: param.address,
    sortBy: param.withoutEffect(param.oneOf('time'), 'sales come by time.'),
    sortDirection: param.withoutEffect(param.oneOf('desc'), 'sales come newest first.'),
    ...paged(1000),
  }),
  get('/tokens/ids/v1', 'Ids of the tokens of a collection or a set.', tokenIds),
  get('/search/activities/v1', 'What happened, by tokens, collections or accounts.', {
    ...activity,
    tokens: param.tokens,
    collections: param.addresses,
    users: param.addresses,
    limit: param.limit(50),
  }),
  get(routes.tokens.path, 'Tokens by name, or of a collection.', tokens),
  { ...get('/tokens/v6', 'Tokens by name, or of a collection.', tokens), deprecated: true },
  get(routes.collections.path, 'Collections.', collections),
  { ...get('/collections/v6', 'Collections.', collections), deprecated: true },
  { ...get('/collections/v5', 'Collections.', collections), deprecated: true },
  get(routes.attributes.path, 'Attributes of a collection.', { displayCurrency: param.address }),
  get('/collections/:collection/attributes/all/v2', 'Attributes of a collection.', {
    displayCurrency: param.address,
  }),
  get(
    '/collections/:collection/supported-marketplaces/v1',
    'Marketplaces that an order for a collection may go to.',
  ),
  ...['v1', 'v2'].map((version) =>
    get(
      `/collections/:collection/marketplace-configurations/${version}`,
      'How a collection may be traded here.',
    ),
  ),
  get(routes.asks.path, 'Listings.', orders),
  get(routes.bids.path, 'Offers.', orders),
  get(routes.userAsks.path, 'Listings of an account.', ordersOfAccount),
  get(routes.userBids.path, 'Offers of an account.', ordersOfAccount),
  ...[routes.userTokens.path, '/users/:user/tokens/v7'].map((path) =>
    get(path, 'Tokens of an account.', {
      tokens: param.tokens,
      collection: param.addresses,
      contract: param.addresses,
      excludeCollections: param.addresses,
      ...sets,
      tokenName: param.text(100),
      onlyListed: param.flag,
      ...shown,
      sortBy: param.standingIn(param.oneOf('acquiredAt', 'lastAppraisalValue', 'floorAskPrice'), {
        lastAppraisalValue: 'floorAskPrice',
      }),
      ...direction,
      includeTopBid: param.flag,
      includeLastSale: param.flag,
      includeRawData: param.flag,
      includeAttributes: param.flag,
      ...paged(200),
    }),
  ),
  ...['v3', 'v4'].map((version) =>
    get(`/users/:user/collections/${version}`, 'Collections that an account holds.', {
      collection: param.addresses,
      excludeCollections: param.addresses,
      ...sets,
      displayCurrency: param.address,
      offset: param.whole,
      limit: param.limit(100),
    }),
  ),
  get(routes.tokenActivity.path, 'What happened to a token.', activity),
  get(routes.collectionActivity.path, 'What happened in collections.', {
    ...activity,
    collection: param.addresses,
    contract: param.addresses,
  }),
  get(routes.userActivity.path, 'What accounts did.', {
    ...activity,
    users: param.addresses,
    collection: param.addresses,
  }),
  ...['v1', 'v2'].map((version) =>
    get(`/search/collections/${version}`, 'Collections by name.', {
      name: param.text(100),
      prefix: param.text(100),
      ...sets,
      displayCurrency: param.address,
      offset: param.whole,
      limit: param.limit(100),
    }),
  ),
  get('/collections/trending-mints/v1', 'Collections by what was minted lately.', {
    ...shown,
    period: param.oneOf('5m', '10m', '30m', '1h', '2h', '6h', '24h', '1d', '7d', '30d', 'all', 'allTime'),
    limit: param.limit(50),
  }),
  get('/orders/users/:user/top-bids/v4', 'The best offer for each token that an account holds.', {
    collection: param.addresses,
    contracts: param.addresses,
    ...shown,
    sampleSize: param.whole,
    ...sets,
    contractsSetId: param.text(200),
    sortBy: param.oneOf('topBidValue', 'dateCreated', 'orderExpiry', 'floorDifferencePercentage'),
    ...direction,
    ...paged(100),
  }),
  get('/sources/v1', 'Marketplaces that orders name.', {
    domain: param.texts(253),
    domains: param.texts(253),
    limit: param.limit(500),
  }),
  get('/collections/trending/v1', 'Collections by what was traded lately.', {
    ...shown,
    period: param.standingIn(
      param.oneOf('5m', '10m', '30m', '1h', '6h', '24h', '1d', '7d', '30d', 'all', 'allTime'),
      { '5m': '1d', '10m': '1d', '30m': '1d', '1h': '1d', '6h': '1d' },
    ),
    limit: param.limit(100),
  }),
  get('/currencies/conversion/v1', 'One unit of a currency in another.', {
    from: param.address,
    to: param.text(42),
  }),
  get('/chain/stats/v1', 'Sales and mints of a day and a week.'),
  ...['v1', 'v2'].map((version) =>
    get(`/owners/${version}`, 'Holders of a collection or a token.', {
      token: param.tokens,
      collection: param.addresses,
      contract: param.addresses,
      offset: param.whole,
      limit: param.limit(500),
    }),
  ),
  {
    ...get(routes.events.path, 'What happens, as it happens; resumes behind Last-Event-ID.', {
      types: param.texts(20),
      contract: param.addresses,
      collection: param.addresses,
      maker: param.addresses,
      user: param.addresses,
      orderId: param.hashes,
      txHash: param.hashes,
      lastEventId: param.text(20),
    }),
    answers: 'text/event-stream',
  },
  ...[
    '/redirect/tokens/:token/image/v1',
    '/redirect/collections/:collection/image/v1',
    '/redirect/sources/:source/logo/v2',
    '/redirect/currency/:currency/icon/v1',
  ].map((path) => ({ ...get(path, 'A picture by a stable link.'), answers: 'image/*' })),
  get(
    '/redirect/sources/:source/tokens/:token/link/v2',
    'The way to a token where an order for it was made.',
  ),
  get('/health', 'Whether this chain is followed to its head.'),
]
