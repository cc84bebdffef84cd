/** What fields of requests mean, by name; where a name means another thing on one route, by `route name`. */
const words: Readonly<Record<string, string>> = {
  // who and what is traded
  items: 'What is traded, one entry for each.',
  token: 'A token: its contract and number.',
  tokens: 'Tokens: contract and number of each.',
  collection: 'A collection, by its contract.',
  collections: 'Collections, by their contracts.',
  contract: 'A collection, by its contract.',
  contracts: 'Collections, by their contracts.',
  orderId: 'An order, by its hash.',
  orderIds: 'Orders, by their hashes.',
  rawOrder: 'An order that this provider does not hold, whole and signed.',
  order: 'The order: its kind, and its fields as they were signed.',
  quantity: 'How many units.',
  taker: 'Who receives what is bought, or gives what is sold.',
  relayer: 'Who pays and sends the transaction, where that is not the taker.',
  maker: 'Whose orders.',
  user: 'The account.',
  users: 'The accounts.',
  from: 'Who gives.',
  to: 'Who receives.',

  // how a plan is made
  onlyPath: 'Only the quote: no steps, nothing to send.',
  fillType:
    'Whether listings may be bought (`trade`), new tokens minted (`mint`), or either, whichever costs less (`preferMint`).',
  preferredOrderSource: 'Of orders at one price, take that of this marketplace.',
  exactOrderSource: 'Take orders of this marketplace alone.',
  exclusions: 'Orders that may not be taken.',
  'exclusions[].price': 'Kept for older clients; the id alone excludes.',
  currency: 'The currency of the price; the zero address is the native coin.',
  currencyChainId: 'The chain that is paid on: this one.',
  normalizeRoyalties: 'Adds the royalties that an order leaves out.',
  allowInactiveOrderIds: 'Plans with orders that cannot be filled now.',
  source: 'The marketplace, by its domain.',
  sources: 'Marketplaces, by their domains.',
  excludeSources: 'Not those of these marketplaces.',
  feesOnTop: 'Fees that the taker pays beside the price.',
  partial: 'Leaves out what cannot be filled, instead of refusing all.',
  skipBalanceCheck: 'Plans although the account cannot pay.',
  excludeEOA: 'Kept for older clients; no order here depends on it.',
  referrer: 'Kept for older clients; nobody is paid for it here.',
  conduitKey: 'What moves tokens for the order: the key of a conduit of the chain.',
  maxFeePerGas: 'Given back in the transaction, in wei.',
  maxPriorityFeePerGas: 'Given back in the transaction, in wei.',
  forceOnChainCancel: 'By a transaction, although a signature would do.',

  // terms of orders
  params: 'The orders to be made, one entry for each.',
  weiPrice: 'The price of all units together, in base units.',
  endWeiPrice: 'The price at the end: it moves there in a straight line.',
  orderKind: 'The kind of order; an older kind becomes 1.6 where a chain has only that.',
  options: 'What holds for one kind of order alone.',
  'seaport-v1.6': 'For orders of Seaport 1.6.',
  'seaport-v1.5': 'For orders of Seaport 1.5.',
  'seaport-v1.4': 'For clients that ask for 1.4.',
  seaport: 'For clients that name no version.',
  useOffChainCancellation:
    'The zone vouches for each fill: the order is cancelled by a signature, without gas.',
  replaceOrderId: 'The order that this one takes the place of.',
  orderbook: 'Where the order is posted: `reservoir` is this provider.',
  orderbookApiKey: 'A key of yours for that order book.',
  automatedRoyalties: 'Whether the royalties of the collection are part of the order.',
  royaltyBps: 'At most so much of them.',
  fees: 'Fees that are part of the order.',
  marketplaceFees: 'The same as `fees`, by its later name.',
  marketplaceFlatFees: 'Fees of a fixed amount that are part of the order.',
  customRoyalties: 'Royalties in place of the collection’s own.',
  listingTime: 'From when the order holds.',
  expirationTime: 'Until when the order holds.',
  salt: 'Makes two orders of the same terms two.',
  nonce: 'The maker’s counter, where it is not asked of the chain.',
  tokenSetId: 'A set of tokens: `token:…`, `contract:…`, `range:…` or `list:…`.',
  attributeKey: 'An offer for any token with this attribute: its name.',
  attributeValue: 'An offer for any token with this attribute: its value.',
  excludeFlaggedTokens: 'Not for tokens that are flagged.',
  usePermit: 'Refused: permits are not used here.',
  isNonFlagged: 'Not for tokens that are flagged.',
  attribute: 'Tokens with this attribute.',
  key: 'Its name.',
  value: 'Its value.',
  bulkData: 'Of many orders under one signature: which this is, and its proof.',
  orderIndex: 'Its place among them.',
  merkleProof: 'From its hash to the root that was signed.',

  // the order as Seaport has it
  kind: 'The kind of order.',
  data: 'The order, field by field, as Seaport names them.',
  offerer: 'Who makes the order.',
  zone: 'Who may restrict or cancel it.',
  zoneHash: 'What the zone reads.',
  offer: 'What the maker gives.',
  consideration: 'What must be given in return, and to whom.',
  recipient: 'Who receives it.',
  itemType: 'Native coin, ERC-20, ERC-721, ERC-1155, or any of several.',
  identifierOrCriteria: 'The token’s number, or the root of those that will do.',
  startAmount: 'How much at first.',
  endAmount: 'How much at the end.',
  startTime: 'From when it holds.',
  endTime: 'Until when it holds.',
  counter: 'The maker’s counter: raising it ends the order.',

  // what became of it
  signature: 'What the wallet signed.',
  requestId: 'The plan, by the id that its answer had.',
  stepId: 'The step of the plan.',
  txHash: 'The transaction.',
  errorMessage: 'What went wrong, in words.',
  includeTransfers: 'With the tokens that moved.',

  // lists
  ids: 'Orders, by their hashes.',
  limit: 'How many at most; a greater number than the route allows is refused.',
  continuation: 'Where the page before ended, as it said.',
  offset: 'How many to pass over.',
  sortBy: 'By what they are ordered.',
  sortDirection: 'Rising or falling.',
  startTimestamp: 'Not before, in unix seconds.',
  endTimestamp: 'Not after, in unix seconds.',
  tokenName: 'With this in their name.',
  name: 'With this in their name.',
  prefix: 'With a name that begins so.',
  slug: 'By its readable name in addresses.',
  minFloorAskPrice: 'Listed at or above it, in whole units of the native coin.',
  maxFloorAskPrice: 'Listed at or below it, in whole units of the native coin.',
  attributes: 'With these attributes: `attributes[name]=value`.',
  flagStatus: 'Flagged (1), not flagged (0), or either (-1).',
  currencies: 'Priced in one of these.',
  displayCurrency: 'Shows prices in this currency, where a rate is known.',
  community: 'Kept for older clients: nothing here is of one.',
  collectionsSetId: 'Kept for older clients: nothing here is of one.',
  contractsSetId: 'Kept for older clients: nothing here is of one.',
  status: 'How they stand; live ones unless it is named.',
  includePrivate: 'With those that only one account may fill.',
  includeCriteriaMetadata: 'With names and pictures of what they are for.',
  includeRawData: 'With the whole order, as it was signed.',
  includeTopBid: 'With the best offer for each.',
  includeLastSale: 'With the last sale of each.',
  includeAttributes: 'With the attributes of each.',
  includeMetadata: 'With names and pictures.',
  excludeCollections: 'Not those of these collections.',
  onlyListed: 'Only what is for sale.',
  orderType: 'For one token, a whole collection, an attribute, or a list.',
  type: 'The same as `orderType`.',
  types: 'Which kinds of events.',
  period: 'How far back it is counted.',
  sampleSize: 'How many tokens of the account are looked at.',
  domain: 'The marketplace, by its domain.',
  domains: 'Marketplaces, by their domains.',
  lastEventId: 'The last event that you had: what came after is told first.',

  // upkeep
  liquidityOnly: 'Looks at its orders anew, and not at its metadata.',
  overrideCoolDown: 'Although it was refreshed a moment ago: for the operator alone.',
  flag: 'Flagged (1) or not (0).',
  id: 'The collection, by its contract.',

  // where one name means another thing
  'POST /execute/list/v5 maker': 'Who lists and signs.',
  'POST /execute/list/v5 taker': 'Who alone may buy it; anybody otherwise.',
  'POST /execute/list/v5 source': 'The marketplace that the order is attributed to, by its domain.',
  'POST /execute/bid/v5 maker': 'Who offers and signs.',
  'POST /execute/bid/v5 source': 'The marketplace that the order is attributed to, by its domain.',
  'POST /execute/buy/v7 source': 'The marketplace that the purchase is attributed to, by its domain.',
  'POST /execute/sell/v7 source': 'The marketplace that the sale is attributed to, by its domain.',
  'POST /execute/cancel/v3 token': 'Only orders for this token, beside `maker` and `orderKind`.',
  'POST /execute/cancel/v3 maker': 'Instead of ids: every order of this account, of one kind.',
  'POST /execute/buy/v7 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/sell/v7 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/list/v5 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/bid/v5 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/cancel/v3 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/transfer/v1 signature': 'Kept for older clients: a plan needs none.',
  'POST /execute/mint/v1 taker': 'Who would receive it.',
  'POST /execute/status/v1 kind': 'Kept for older clients: `id` says all.',
  'POST /execute/status/v1 id': 'The transaction.',
  'POST /execute/auth-signature/v1 id': 'The challenge that was signed.',
  'POST /execute/auth-signature/v1 kind': 'Whose challenge it was.',
  'POST /execute/pre-signature/v1 id': 'The challenge that was signed.',
  'POST /execute/permit-signature/v1 id': 'The challenge that was signed.',
  'POST /order/v3 source': 'The marketplace that the order is attributed to, by its domain.',
  'POST /order/v4 source': 'The marketplace that the orders are attributed to, by its domain.',
  'POST /order/v4 items': 'The orders, one entry for each.',
  'POST /tokens/flag/v1 token': 'The token.',
  'GET /cross-posting-orders/v1 ids': 'The numbers that the posts were answered with.',
  'GET /currencies/conversion/v1 from': 'The currency of which one unit is converted.',
  'GET /currencies/conversion/v1 to': 'The currency, or `usd`.',
  'GET /redirect/currency/{currency}/icon/v1 currency': 'The currency, by its contract.',
}

/** Fields of an item of an order that Seaport names as others are named elsewhere. */
const ofItems: Readonly<Record<string, string>> = {
  token: 'The contract of what is given.',
  orderType: 'Whole or in parts, free or restricted by its zone.',
}

/** Names that mean another thing outside of the requests of a provider. */
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

/** What a field of a client's parameters means that is sent under the same name; nothing for any other. */
export const requestWordsOf = (name: string): string => (ambiguous.includes(name) ? '' : (words[name] ?? ''))

/**
 * What a field of a route's request means, as a sentence.
 * @throws {Error} where nobody has said it: then it has to be said here.
 */
export function wordsOf(route: string, path: string): string {
  const name = path.split('.').at(-1)?.replaceAll('[]', '') ?? ''
  const inOrder = /(?:^|\.)data\.(?:.+\.)?\w+$/.test(path) ? ofItems[name] : undefined
  const said =
    words[`${route} ${name}`] ?? inOrder ?? words[path.split('.').slice(-2).join('.')] ?? words[name]
  if (said === undefined)
    throw new Error(`${route}: nobody says what ${path} means; say it in fieldWords.ts.`)
  return said
}
