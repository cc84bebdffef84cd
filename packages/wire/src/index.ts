export { auctionBody, auctionWithdrawalBody } from './auctionBodies.ts'
export {
  type ErrorBody,
  type ExecuteCode,
  errorBody,
  executeCode,
  type OrderReason,
  type UnfillableReason,
} from './codes.ts'
export { type Activity, activity } from './lists/activity.ts'
export { type AnnouncedAuction, type Auction, auction } from './lists/auction.ts'
export { bestOrder } from './lists/bestOrder.ts'
export { type AttributeValues, attributeValues, type Collection, collection } from './lists/collection.ts'
export { type CurrencyRate, currencyCode, currencyRate, rateValue } from './lists/currencyRate.ts'
export { type MarketOrder, marketOrder } from './lists/marketOrder.ts'
export { type MarketplaceConfiguration, marketplaceConfiguration } from './lists/marketplaceConfiguration.ts'
export {
  parseActivities,
  parseAttributes,
  parseAuctions,
  parseCollections,
  parseMarketplaceConfigurations,
  parseOrders,
  parseRates,
  parseTokens,
  parseUserTokens,
} from './lists/parseLists.ts'
export { type Price, price } from './lists/price.ts'
export { orderSource } from './lists/summaries.ts'
export { type Token, token, type UserToken, userToken } from './lists/token.ts'
export { type ConsiderationItem, type OfferItem, type Order, orderComponents, readOrder } from './order.ts'
export { type OrderResult, orderAnswer } from './orderResult.ts'
export {
  address,
  amount,
  bytes,
  bytes32,
  count,
  type HexString,
  list,
  maybe,
  object,
  ParseError,
  parse,
  quantity,
  uint,
} from './parse.ts'
export {
  type Plan,
  parsePlan,
  parseQuote,
  plan,
  quote,
  type SignatureData,
  type Step,
  type StepItem,
  type TransactionData,
} from './plan.ts'
export {
  type OrderKind,
  orderKind,
  orderV3Body,
  orderV4Body,
  type PostedItem,
  postedOrder,
} from './postedOrder.ts'
export type { PathEntry, PathFee } from './quote.ts'
export { some, splitToken, text, tokenRef, unixSeconds } from './requestFields.ts'
export {
  bidBody,
  buyBody,
  cancelBody,
  cancelSignatureBody,
  listBody,
  mintBody,
  refreshTokenBody,
  refreshTokensBody,
  resultsBody,
  sellBody,
  transferBody,
} from './requests.ts'
export { routes } from './routes.ts'
export { parseSynced, parseTransfers, type Transfer, transfer } from './transfers.ts'
