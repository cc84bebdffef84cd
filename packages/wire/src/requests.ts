import * as v from 'valibot'
import { address, amount, anyText, bytes32, count, fitsUint256, list, maybe, object } from './parse.ts'
import { orderKind, postedOrder } from './postedOrder.ts'
import { leadingAddress, some, text, tokenRef, unixSeconds } from './requestFields.ts'

/** `recipient:bps`, bps from 0 to 5000. */
const bpsFee = v.pipe(
  v.string('must be recipient:bps'),
  v.regex(/^0x[0-9a-fA-F]{40}:[0-9]{1,4}$/, 'must be recipient:bps'),
  v.transform((value) => ({ recipient: leadingAddress(value), bps: Number(value.slice(43)) })),
  v.check((fee) => fee.bps <= 5000, 'must be at most 5000 basis points'),
)

/** `recipient:amount` in base units of the currency paid. */
const flatFee = v.pipe(
  v.string('must be recipient:amount'),
  v.regex(/^0x[0-9a-fA-F]{40}:(?:0|[1-9][0-9]{0,77})$/, 'must be recipient:amount'),
  v.transform((value) => ({ recipient: leadingAddress(value), amount: BigInt(value.slice(43)) })),
  v.check((fee) => fitsUint256(fee.amount), 'must be below 2^256'),
)

const domain = v.pipe(
  v.string('must be a domain'),
  v.maxLength(253, 'must be at most 253 characters'),
  v.regex(/^(?:[a-zA-Z0-9.-]+\.[a-zA-Z0-9]{2,}|localhost)$/, 'must be a domain name'),
)
const units = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
  v.maxValue(1_000_000_000, 'must be at most 1000000000'),
)
const flag = v.optional(v.boolean('must be true or false'), false)
const exclusions = maybe(list(object({ orderId: bytes32, price: maybe(amount) }), 50))
const gas = { maxFeePerGas: maybe(amount), maxPriorityFeePerGas: maybe(amount) }

const buyItem = object({
  token: maybe(tokenRef),
  collection: maybe(address),
  orderId: maybe(bytes32),
  rawOrder: maybe(postedOrder),
  quantity: maybe(units),
  fillType: v.optional(
    v.picklist(['trade', 'mint', 'preferMint'] as const, 'must be trade, mint or preferMint'),
    'preferMint',
  ),
  preferredOrderSource: maybe(domain),
  exactOrderSource: maybe(domain),
  exclusions,
})

/** Body of `POST /execute/buy/v7`. Each item names exactly one of token, collection, orderId, rawOrder. */
export const buyBody = object({
  items: some(
    v.pipe(
      buyItem,
      v.check(
        (item) =>
          [item.token, item.collection, item.orderId, item.rawOrder].filter((target) => target != null)
            .length === 1,
        'must name exactly one of token, collection, orderId or rawOrder',
      ),
    ),
    50,
  ),
  taker: address,
  relayer: maybe(address),
  onlyPath: flag,
  currency: maybe(address),
  currencyChainId: maybe(count()),
  normalizeRoyalties: flag,
  allowInactiveOrderIds: flag,
  source: maybe(domain),
  feesOnTop: v.optional(list(flatFee, 10), []),
  partial: flag,
  skipBalanceCheck: flag,
  excludeEOA: flag,
  conduitKey: maybe(bytes32),
  referrer: maybe(text(253)),
  ...gas,
})

const mintItem = object({
  collection: maybe(address),
  token: maybe(tokenRef),
  quantity: maybe(units),
})

/** Body of `POST /execute/mint/v1`. Each item names exactly one of collection and token. */
export const mintBody = object({
  items: some(
    v.pipe(
      mintItem,
      v.check(
        (item) => (item.collection == null) !== (item.token == null),
        'must name exactly one of collection or token',
      ),
    ),
    50,
  ),
  taker: address,
  relayer: maybe(address),
  onlyPath: flag,
  currencyChainId: maybe(count()),
  source: maybe(domain),
  feesOnTop: v.optional(list(flatFee, 10), []),
  partial: flag,
  skipBalanceCheck: flag,
  referrer: maybe(text(253)),
  ...gas,
})

const sellItem = object({
  token: tokenRef,
  quantity: v.optional(units, 1),
  orderId: maybe(bytes32),
  rawOrder: maybe(postedOrder),
  exactOrderSource: maybe(domain),
  exclusions,
})

/** Body of `POST /execute/sell/v7`. */
export const sellBody = object({
  items: some(sellItem, 50),
  taker: address,
  source: maybe(domain),
  feesOnTop: v.optional(list(flatFee, 10), []),
  onlyPath: flag,
  normalizeRoyalties: flag,
  allowInactiveOrderIds: flag,
  partial: flag,
  excludeEOA: flag,
  currency: maybe(address),
  ...gas,
})

const seaportOptions = maybe(
  object({
    conduitKey: maybe(bytes32),
    useOffChainCancellation: v.optional(v.boolean('must be true or false'), false),
    replaceOrderId: maybe(bytes32),
  }),
)

const terms = {
  quantity: v.optional(units, 1),
  weiPrice: amount,
  orderKind: v.optional(orderKind, 'seaport-v1.6'),
  options: maybe(
    object({
      'seaport-v1.6': seaportOptions,
      'seaport-v1.5': seaportOptions,
      'seaport-v1.4': seaportOptions,
      seaport: seaportOptions,
    }),
  ),
  orderbook: v.optional(text(32), 'reservoir'),
  orderbookApiKey: maybe(text(256)),
  automatedRoyalties: v.optional(v.boolean('must be true or false'), true),
  royaltyBps: maybe(count(10_000)),
  fees: maybe(list(bpsFee, 10)),
  marketplaceFees: maybe(list(bpsFee, 10)),
  marketplaceFlatFees: maybe(list(flatFee, 10)),
  customRoyalties: maybe(list(bpsFee, 10)),
  listingTime: maybe(unixSeconds),
  expirationTime: maybe(unixSeconds),
  salt: maybe(amount),
  nonce: maybe(amount),
  currency: maybe(address),
}

const listing = object({ token: tokenRef, endWeiPrice: maybe(amount), taker: maybe(address), ...terms })

/** Body of `POST /execute/list/v5`. `weiPrice` is the total for all units of a listing. */
export const listBody = object({ maker: address, source: maybe(domain), params: some(listing, 1000) })

const bid = object({
  token: maybe(tokenRef),
  collection: maybe(address),
  tokenSetId: maybe(text(200)),
  attributeKey: maybe(text(200)),
  attributeValue: maybe(text(200)),
  excludeFlaggedTokens: flag,
  usePermit: flag,
  ...terms,
})

/**
 * Body of `POST /execute/bid/v5`. Each bid names a token, a collection, a token set, or an attribute of a collection.
 */
export const bidBody = object({ maker: address, source: maybe(domain), params: some(bid, 50) })

/** Body of `POST /execute/cancel/v3`: order ids, or all orders of a maker and kind. */
export const cancelBody = object({
  orderIds: maybe(some(bytes32, 100)),
  maker: maybe(address),
  token: maybe(tokenRef),
  orderKind: maybe(orderKind),
  forceOnChainCancel: flag,
  ...gas,
})

/** Body of `POST /execute/cancel-signature/v1`. */
export const cancelSignatureBody = object({ orderIds: some(bytes32, 100), orderKind })

/** Body of `POST /execute/transfer/v1`. */
export const transferBody = object({
  from: address,
  to: address,
  items: some(object({ token: tokenRef, quantity: v.optional(units, 1) }), 50),
})

/** Body of `POST /execute/results/v1`: a hash, an error or both. */
export const resultsBody = v.pipe(
  object({
    requestId: text(128),
    stepId: text(64),
    txHash: maybe(bytes32),
    errorMessage: maybe(anyText(4096)),
  }),
  v.check(
    (body) => body.txHash != null || body.errorMessage != null,
    'must hold a txHash or an errorMessage',
  ),
)

/** Body of `POST /tokens/refresh/v1`. */
export const refreshTokenBody = object({ token: tokenRef, liquidityOnly: flag, overrideCoolDown: flag })

/** Body of `POST /tokens/refresh/v2`. */
export const refreshTokensBody = object({
  tokens: some(tokenRef, 50),
  liquidityOnly: flag,
  overrideCoolDown: flag,
})
