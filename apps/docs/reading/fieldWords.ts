/** Descriptions of request fields by name, or by `route name` where one route uses a name differently. */
const descriptions: Readonly<Record<string, string>> = {
  // accounts and trades
  items: 'The trades of the request, one entry each.',
  token: 'A token as `contract:tokenId`.',
  tokens: 'Tokens as `contract:tokenId`.',
  collection: 'The contract of a collection.',
  collections: 'The contracts of collections.',
  contract: 'The contract of a collection.',
  contracts: 'The contracts of collections.',
  orderId: 'The id of an order: its hash.',
  orderIds: 'The ids of orders: their hashes.',
  rawOrder: 'A complete signed order that this provider does not have.',
  order: 'The order: its kind, and the fields that were signed.',
  quantity: 'The number of units.',
  taker: 'The account that receives the bought tokens, or sells its own.',
  relayer: 'The account that sends and pays for the transaction, if it is not the taker.',
  maker: 'The maker of the orders.',
  user: 'The account.',
  users: 'The accounts.',
  from: 'The sender.',
  to: 'The recipient.',

  // how a plan is made
  onlyPath: 'Only the quote: no steps, nothing to send.',
  fillType:
    'Whether listings may be bought (`trade`), new tokens minted (`mint`), or either, whichever costs less (`preferMint`).',
  preferredOrderSource: 'Of orders at one price, take that of this marketplace.',
  exactOrderSource: 'Take orders of this marketplace alone.',
  exclusions: 'Orders that may not be taken.',
  'exclusions[].price': 'Kept for older clients; the id alone excludes.',
  currency: 'The currency of the price; the zero address is the native coin.',
  currencyChainId: 'The chain of the payment: this chain.',
  normalizeRoyalties: 'Adds the royalties that an order leaves out.',
  allowInactiveOrderIds: 'Includes orders that cannot be filled now.',
  source: 'The domain of the marketplace.',
  sources: 'The domains of marketplaces.',
  excludeSources: 'Leaves out orders of these marketplaces.',
  feesOnTop: 'Fees that the taker pays in addition to the price.',
  partial: 'Leaves out what cannot be filled, instead of rejecting the whole request.',
  skipBalanceCheck: 'Plans even if the account cannot pay.',
  excludeEOA: 'Kept for older clients; it has no effect.',
  referrer: 'Kept for older clients; no referral is paid.',
  conduitKey: 'The key of the conduit that moves tokens for the order.',
  maxFeePerGas: 'Copied to the transaction, in wei.',
  maxPriorityFeePerGas: 'Copied to the transaction, in wei.',
  forceOnChainCancel: 'Cancels by a transaction, even if a signature is enough.',

  // terms of orders
  params: 'The orders to make, one entry each.',
  weiPrice: 'The total price of all units, in base units.',
  endWeiPrice: 'The price at the end; it changes linearly.',
  orderKind: 'The kind of order; older kinds become 1.6 on chains that have only that.',
  options: 'Options of one kind of order.',
  'seaport-v1.6': 'For orders of Seaport 1.6.',
  'seaport-v1.5': 'For orders of Seaport 1.5.',
  'seaport-v1.4': 'For clients that ask for 1.4.',
  seaport: 'For clients that name no version.',
  useOffChainCancellation:
    'Puts the order into a zone that signs each fill, so that it can be cancelled by a signature, without gas.',
  replaceOrderId: 'The order that this one replaces.',
  orderbook: 'The order book to post to; `reservoir` is this provider.',
  orderbookApiKey: 'Your API key at that order book.',
  automatedRoyalties: 'Whether the order includes the royalties of the collection.',
  royaltyBps: 'The maximum of royalties, in basis points.',
  fees: 'Fees that the order includes.',
  marketplaceFees: 'The later name of `fees`.',
  marketplaceFlatFees: 'Fees of a fixed amount that the order includes.',
  customRoyalties: 'Royalties that replace the collection’s own.',
  listingTime: 'The start of the order, in unix seconds.',
  expirationTime: 'The end of the order, in unix seconds.',
  salt: 'A number that distinguishes orders with equal terms.',
  nonce: 'The maker’s counter; read from the chain by default.',
  tokenSetId: 'A set of tokens: `token:…`, `contract:…`, `range:…` or `list:…`.',
  attributeKey: 'Makes an offer for any token with this attribute: its key.',
  attributeValue: 'Makes an offer for any token with this attribute: its value.',
  excludeFlaggedTokens: 'Leaves out flagged tokens.',
  usePermit: 'Rejected: permits are not used here.',
  isNonFlagged: 'Leaves out flagged tokens.',
  attribute: 'Tokens with this attribute.',
  key: 'The key.',
  value: 'The value.',
  bulkData: 'For orders under one bulk signature: the index of this one, and its proof.',
  orderIndex: 'The index of the order in the tree.',
  merkleProof: 'The proof from the order’s hash to the signed root.',

  // the order as Seaport has it
  kind: 'The kind of order.',
  data: 'The order’s components, under Seaport’s names.',
  offerer: 'The maker of the order.',
  zone: 'The contract that may restrict fills of the order.',
  zoneHash: 'Data for the zone.',
  offer: 'What the maker gives.',
  consideration: 'What must be given in return, with the recipient of each item.',
  recipient: 'The recipient of the item.',
  itemType: 'Native coin, ERC-20, ERC-721, ERC-1155, or one of the last two by criteria.',
  identifierOrCriteria: 'The token’s id, or the merkle root of the accepted ids.',
  startAmount: 'The amount at the start.',
  endAmount: 'The amount at the end.',
  startTime: 'The start, in unix seconds.',
  endTime: 'The end, in unix seconds.',
  counter: 'The maker’s counter: incrementing it cancels the order.',

  // results
  signature: 'The signature of the wallet.',
  requestId: 'The `requestId` of the plan.',
  stepId: 'The id of the plan’s step.',
  txHash: 'The hash of the transaction.',
  errorMessage: 'The message of the error.',
  includeTransfers: 'Includes the tokens that moved.',

  // lists
  ids: 'The ids of orders: their hashes.',
  limit: 'The maximum of entries; a number above the route’s own maximum is rejected.',
  continuation: 'The `continuation` of the previous page.',
  offset: 'The number of entries to skip.',
  sortBy: 'The sort key.',
  sortDirection: '`asc` or `desc`.',
  startTimestamp: 'The earliest time, in unix seconds.',
  endTimestamp: 'The latest time, in unix seconds.',
  tokenName: 'A part of the token’s name.',
  name: 'A part of the name.',
  prefix: 'The start of the name.',
  slug: 'The collection’s slug.',
  minFloorAskPrice: 'The lowest floor price, in whole units of the native coin.',
  maxFloorAskPrice: 'The highest floor price, in whole units of the native coin.',
  attributes: 'Filters by attributes: `attributes[key]=value`.',
  flagStatus: 'Flagged (1), not flagged (0), or all (-1).',
  currencies: 'Filters by currencies of the price.',
  displayCurrency: 'Shows prices in this currency, if a rate is known.',
  community: 'Kept for older clients: no collection here belongs to one.',
  collectionsSetId: 'Kept for older clients: no such sets exist here.',
  contractsSetId: 'Kept for older clients: no such sets exist here.',
  status: 'The status of the orders; active ones by default.',
  includePrivate: 'Includes orders that only one account may fill.',
  includeCriteriaMetadata: 'Includes names and pictures of what the orders are for.',
  includeRawData: 'Includes the complete signed order.',
  includeTopBid: 'Includes the best offer for each token.',
  includeAuction: 'Includes the auction that the owner of each token announced.',
  seller: 'The account that announces: the owner of the token.',
  reserve: 'The least amount that the seller says would be accepted, in base units; 0 for none.',
  stepBps: 'By how much an offer is to be above the best one, in basis points of it.',
  stepAmount: 'The same in base units; the larger step counts.',
  announcedAt: 'Unix seconds at which it was signed; of two statements, the later one holds.',
  withdrawnAt: 'Unix seconds at which it was signed; of two statements, the later one holds.',
  endsAt: 'Unix seconds until which offers are welcome; at most 90 days from now.',
  includeLastSale: 'Includes the last sale of each token.',
  includeAttributes: 'Includes the attributes of each token.',
  includeMintStages:
    'Includes the public mint of each collection, with its price and its end, where one is open.',
  includeMetadata: 'Includes names and pictures.',
  excludeCollections: 'Leaves out these collections.',
  onlyListed: 'Only tokens with an open listing.',
  orderType: 'For one token, a whole collection, an attribute, or a list.',
  type: 'The same as `orderType`.',
  types: 'The kinds of activities.',
  period: 'The period of the counts.',
  sampleSize: 'The number of the account’s tokens that are considered.',
  domain: 'The domain of the marketplace.',
  domains: 'The domains of marketplaces.',
  lastEventId: 'The id of the last event that you received: later ones are sent first.',

  // maintenance
  liquidityOnly: 'Revalidates the token’s orders, and leaves its metadata.',
  overrideCoolDown: 'Refreshes even within the cooldown; only for the operator.',
  flag: 'Flagged (1) or not (0).',
  id: 'The contract of the collection.',

  // names that one route uses differently
  'POST /execute/list/v5 maker': 'The account that lists and signs.',
  'POST /execute/list/v5 taker': 'The only account that may buy it; anybody by default.',
  'POST /execute/list/v5 source': 'The domain of the marketplace that the order is attributed to.',
  'POST /execute/bid/v5 maker': 'The account that offers and signs.',
  'POST /execute/bid/v5 source': 'The domain of the marketplace that the order is attributed to.',
  'POST /execute/buy/v7 source': 'The domain of the marketplace that the purchase is attributed to.',
  'POST /execute/sell/v7 source': 'The domain of the marketplace that the sale is attributed to.',
  'POST /execute/cancel/v3 token': 'Cancels only orders for this token, with `maker` and `orderKind`.',
  'POST /execute/cancel/v3 maker': 'Instead of ids: cancels all orders of this account and one kind.',
  'POST /auctions/v1 currency': 'What offers are compared in: a contract.',
  'POST /execute/buy/v7 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/sell/v7 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/list/v5 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/bid/v5 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/cancel/v3 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/transfer/v1 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/mint/v1 taker': 'The recipient of the mint.',
  'POST /execute/status/v1 kind': 'Kept for older clients: only `id` is used.',
  'POST /execute/status/v1 id': 'The transaction.',
  'POST /execute/auth-signature/v1 id': 'The challenge that was signed.',
  'POST /execute/auth-signature/v1 kind': 'The service of the challenge.',
  'POST /execute/pre-signature/v1 id': 'The challenge that was signed.',
  'POST /execute/permit-signature/v1 id': 'The challenge that was signed.',
  'POST /order/v3 source': 'The domain of the marketplace that the order is attributed to.',
  'POST /order/v4 source': 'The domain of the marketplace that the orders are attributed to.',
  'POST /order/v4 items': 'The orders, one entry each.',
  'POST /tokens/flag/v1 token': 'The token.',
  'GET /cross-posting-orders/v1 ids': 'The ids that the posts returned.',
  'GET /currencies/conversion/v1 from': 'The currency to convert one unit of.',
  'GET /currencies/conversion/v1 to': 'The currency to convert to, or `usd`.',
  'GET /redirect/collections/{collection}/image/v1 banner':
    'Whether to answer with the banner of the collection instead of its picture.',
  'GET /redirect/currency/{currency}/icon/v1 currency': 'The contract of the currency.',
}

/** Fields of an order whose names mean something else in other requests. */
const ofItems: Readonly<Record<string, string>> = {
  token: 'The contract of the item.',
  orderType: 'Fillable in whole or in parts, open or restricted by its zone.',
}

/** Names that mean something else outside of requests to a provider. */
const ambiguous = [
  'data',
  'from',
  'key',
  'kind',
  'name',
  'options',
  'path',
  'source',
  'status',
  'to',
  'user',
  'value',
]

/** The description of a client's parameter that is sent under the same name; empty for any other. */
export const describeRequestField = (name: string): string =>
  ambiguous.includes(name) ? '' : (descriptions[name] ?? '')

/**
 * The description of a field of a route's request, as a sentence.
 * @throws {Error} if there is none: then it has to be added here.
 */
export function describeField(route: string, path: string): string {
  const name = path.split('.').at(-1)?.replaceAll('[]', '') ?? ''
  const inOrder = /(?:^|\.)data\.(?:.+\.)?\w+$/.test(path) ? ofItems[name] : undefined
  const said =
    descriptions[`${route} ${name}`] ??
    inOrder ??
    descriptions[path.split('.').slice(-2).join('.')] ??
    descriptions[name]
  if (said === undefined) throw new Error(`${route}: ${path} has no description; add one to fieldWords.ts.`)
  return said
}
