import { type BidIntent, freezeIntent } from '@sluice/guards'
import { bidPath } from '@sluice/wire/paths'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { invalidInput, TradeError } from '../errors.ts'
import {
  type BaseUnits,
  parseAddress,
  parseBaseUnits,
  parseHash,
  parseNonEmptyList,
  parseToken,
} from '../input/values.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Run } from '../run/run.ts'
import { type Given, type RunParameters, startAction } from './startAction.ts'
import { type OrdersOptions, type OrderTermsInput, parseTerms } from './terms.ts'

/** What an offer is for: a token, a collection, a token set, or an attribute of a collection. */
export type Bid = OrderTermsInput & {
  /** `contract:tokenId`. */
  readonly token?: string | undefined
  /** Contract of the collection: the offer is for any of its tokens. */
  readonly collection?: string | undefined
  /** A set of tokens: `token:…`, `contract:…`, `list:…` or `attribute:…`. */
  readonly tokenSetId?: string | undefined
  /** With `collection`: the offer is for any token with this attribute. */
  readonly attributeKey?: string | undefined
  /** The value of that attribute. */
  readonly attributeValue?: string | undefined
  /**
   * The tokens behind a `list:` token set or an attribute. Never sent: the set's root is recomputed from them. An
   * attribute without them is the provider's word, and asked about.
   */
  readonly tokenIds?: readonly BaseUnits[] | undefined
  /** Leaves out flagged tokens. */
  readonly excludeFlaggedTokens?: boolean | undefined
}

/** What offers take (specification 7, `POST /execute/bid/v5`). */
export type PlaceBidsParameters = RunParameters & {
  /** The offers to make, one entry each. */
  readonly bids: readonly Bid[]
  /** Further fields of the request. */
  readonly options?: OrdersOptions | undefined
}

const day = 86_400

/**
 * Places offers (specification 7, `POST /execute/bid/v5`). The orders that are signed are built here from these bids;
 * the provider's orders are only compared with them.
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * const run = placeBids(client, {
 *   wallet,
 *   bids: [{ collection: contract, weiPrice: 9n * 10n ** 17n }],
 * })
 * const { orders } = await run.result()
 * ```
 */
export function placeBids(client: Client, parameters: PlaceBidsParameters): Run {
  return startAction(client, 'bid', parameters, prepareBid)
}

/** The intent and the request of bids. */
export function prepareBid(
  client: Client,
  chain: Chain,
  account: Address,
  parameters: Given<PlaceBidsParameters>,
): PreparedAction {
  const bids = parseNonEmptyList(parameters.bids, 'bids')
  for (const bid of bids) {
    const attribute = bid.attributeKey && bid.attributeValue
    if (!bid.token && !bid.collection && !bid.tokenSetId && !attribute)
      throw new TradeError('bid_data_missing', 'Some bid data is missing', { data: { bid } })
  }
  const now = Date.now()
  const read = bids.map((bid, index) => {
    const field = `bids.${index}`
    const { tokenIds: _unsent, ...sent } = bid
    const defaults = { currency: chain.wrappedNative, seconds: day, now }
    const { terms, body } = parseTerms(client, chain, sent, field, defaults)
    return { bid: { ...terms, target: parseTarget(bid, field) }, body }
  })
  return {
    intent: freezeIntent({
      action: 'bid',
      chainId: chain.id,
      account,
      source: client.source,
      bids: read.map(({ bid }) => bid),
    }),
    path: bidPath,
    body: {
      ...parameters.options,
      maker: account,
      source: client.source,
      params: read.map(({ body }) => body),
    },
  }
}

type Target = BidIntent['bids'][number]['target']

function parseTarget(bid: Bid, field: string): Target {
  const { token, collection, tokenSetId, attributeKey: key, attributeValue: value } = bid
  if (token) {
    const { contract, tokenId } = parseToken(token, `${field}.token`)
    return { kind: 'token', contract, tokenId }
  }
  if (tokenSetId) return parseTokenSet(bid, tokenSetId, field)
  if (!collection) throw invalidInput(`${field}.collection`, `"${field}.collection" is missing.`)
  const contract = parseAddress(collection, `${field}.collection`)
  if (key && value)
    return bid.tokenIds === undefined
      ? { kind: 'attribute', contract, key, value }
      : { kind: 'list', contract, tokenIds: parseTokenIds(bid.tokenIds, field) }
  // Half of an attribute, or tokens that nothing binds, would be an offer for any token of the collection.
  if (key || value || bid.tokenIds) throw invalidInput(field, `"${field}" is half an attribute.`)
  return { kind: 'collection', contract }
}

const parseTokenIds = (tokenIds: readonly BaseUnits[], field: string): readonly bigint[] =>
  tokenIds.map((id, index) => parseBaseUnits(id, `${field}.tokenIds.${index}`))

/**
 * `token:contract:id`, `contract:contract`, `list:contract:root` and `attribute:contract:key:value`. Of the last two
 * the tokens can be named in `tokenIds`; without them the user is asked, because which they are is the provider's word.
 */
function parseTokenSet(bid: Bid, tokenSetId: string, field: string): Target {
  const [kind, contract, ...rest] = tokenSetId.split(':')
  if (kind === 'token') {
    const token = parseToken(`${contract}:${rest.join(':')}`, `${field}.tokenSetId`)
    return { kind: 'token', contract: token.contract, tokenId: token.tokenId }
  }
  const address = parseAddress(contract, `${field}.tokenSetId`)
  if (kind === 'contract' && rest.length === 0) return { kind: 'collection', contract: address }
  const [first = '', ...more] = rest
  if ((kind === 'list' || kind === 'attribute') && bid.tokenIds !== undefined)
    return { kind: 'list', contract: address, tokenIds: parseTokenIds(bid.tokenIds, field) }
  if (kind === 'list' && more.length === 0)
    return { kind: 'root', contract: address, root: BigInt(parseHash(first, `${field}.tokenSetId`)) }
  if (kind === 'attribute' && first !== '' && more.join(':') !== '')
    return { kind: 'attribute', contract: address, key: first, value: more.join(':') }
  throw invalidInput(
    `${field}.tokenSetId`,
    `"${field}.tokenSetId" must be token:contract:id, contract:contract, list:contract:root or attribute:contract:key:value.`,
  )
}
