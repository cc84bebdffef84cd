import { type BuyIntent, freezeIntent } from '@sluice/guards'
import { buyPath } from '@sluice/wire/paths'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { invalidInput } from '../errors.ts'
import {
  boundsOf,
  type ExpectedPrices,
  parsePrices,
  parseUnitPrice,
  type UnitPrice,
} from '../input/prices.ts'
import {
  hashRawOrder,
  parseAddress,
  parseFeesOnTop,
  parseHash,
  parseNonEmptyList,
  parseQuantity,
  parseToken,
  type RawOrder,
} from '../input/values.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Run } from '../run/run.ts'
import { checkReceiver } from './checkReceiver.ts'
import { type Given, type RunParameters, startAction } from './startAction.ts'

const fillTypes = ['trade', 'mint', 'preferMint'] as const
/** How the tokens of an item may come. */
export type FillType = (typeof fillTypes)[number]

/** Exactly one of `token`, `orderId`, `rawOrder` and `collection`. */
export type BuyItem = {
  /** `contract:tokenId`. */
  readonly token?: string | undefined
  /** The listing to buy: its hash. */
  readonly orderId?: string | undefined
  /** An order that the provider may not know; it is bought by its own hash. */
  readonly rawOrder?: RawOrder | undefined
  /** The cheapest tokens of a collection, `quantity` of them. */
  readonly collection?: string | undefined
  /** Units to buy; 1 by default. */
  readonly quantity?: number | undefined
  /**
   * Most that one unit may cost, fees on top included: base units of the one currency of `expectedPrice`, or
   * `{ currency, raw }` in any. Never sent. An order that costs more, or another currency, is refused for the item.
   *
   * Give it if a purchase has more than one unit: not all orders of a purchase need to be filled, and
   * without a price of its own a unit may cost its equal share of `expectedPrice` only, or must be confirmed.
   * @example { token: `${contract}:7`, maxPrice: { currency: zeroAddress, raw: 10n ** 18n } }
   */
  readonly maxPrice?: UnitPrice | undefined
  /**
   * Of a `collection`: whether its tokens may be bought (`trade`), minted (`mint`), or minted if that costs no more
   * (`preferMint`, the default). A plan that does otherwise is refused.
   */
  readonly fillType?: FillType | undefined
  /** Of listings at one price, takes that of the marketplace with this domain. */
  readonly preferredOrderSource?: string | undefined
  /** Takes only listings of the marketplace with this domain. */
  readonly exactOrderSource?: string | undefined
  /** Listings that may not be taken, each by its id. */
  readonly exclusions?: readonly { readonly orderId: string; readonly price?: string }[] | undefined
}

/** Further fields of the route's body, as it names them. Amounts are base units as text. */
export type BuyOptions = {
  /** Who receives the tokens; the wallet's account by default. */
  readonly taker?: string | undefined
  /** Who pays; the wallet's account if `taker` is another. */
  readonly relayer?: string | undefined
  /** The currency to pay in. */
  readonly currency?: string | undefined
  /** `recipient:amount`, in base units of the currency paid. */
  readonly feesOnTop?: readonly string[] | undefined
  /** Buys what can be bought if not everything can. */
  readonly partial?: boolean | undefined
  /** Adds the royalties that a listing leaves out; the client's setting by default. */
  readonly normalizeRoyalties?: boolean | undefined
  /**
   * Passed to the provider, which pays no referral if it is a Sluice provider; the client's `bountyReferrer` by
   * default.
   */
  readonly referrer?: string | undefined
  /** Passed to the provider; a Sluice provider ignores it. */
  readonly comment?: string | undefined
  /** Passed to the provider; a Sluice provider ignores it. */
  readonly forceRouter?: boolean | undefined
  /** Includes listings that cannot be filled now. */
  readonly allowInactiveOrderIds?: boolean | undefined
  /** Plans the purchase even if the account cannot pay for it now. */
  readonly skipBalanceCheck?: boolean | undefined
  /** Passed to the provider; a Sluice provider ignores it. */
  readonly excludeEOA?: boolean | undefined
  /** Passed to the provider; no permit is ever signed for a purchase. */
  readonly usePermit?: boolean | undefined
  /** Passed to the provider; a Sluice provider ignores it. */
  readonly swapProvider?: 'uniswap' | '1inch' | undefined
  /** Wei. */
  readonly maxFeePerGas?: string | undefined
  /** Wei. */
  readonly maxPriorityFeePerGas?: string | undefined
  /** Passed to the provider as it is, and never logged; a Sluice provider ignores it. */
  readonly x2y2ApiKey?: string | undefined
  /** Passed to the provider as it is, and never logged; a Sluice provider ignores it. */
  readonly openseaApiKey?: string | undefined
  /** Passed to the provider as it is, and never logged; a Sluice provider ignores it. */
  readonly blurAuth?: string | undefined
  readonly [field: string]: unknown
}

/** What a purchase takes (specification 7, `POST /execute/buy/v7`). */
export type BuyTokensParameters = RunParameters & {
  /** What to buy, one entry each. */
  readonly items: readonly BuyItem[]
  /**
   * The most that all items together may cost. Without it the sum of the items' `maxPrice` is the most, where each
   * item has one; else the price must be confirmed on the card.
   */
  readonly expectedPrice?: ExpectedPrices | undefined
  /** Further fields of the request. */
  readonly options?: BuyOptions | undefined
}

/**
 * Buys tokens at or below the expected price (specification 7, `POST /execute/buy/v7`). Stops before the wallet opens if
 * the price rose, or if the provider asks for anything that was not agreed.
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * const run = buyTokens(client, {
 *   wallet: viemWallet(walletClient),
 *   items: [{ token: `${contract}:42` }],
 *   expectedPrice: { [zeroAddress]: { raw: 10n ** 18n } },
 * })
 * run.subscribe((execution) => console.log(execution.status))
 * const { hashes } = await run.result()
 * ```
 */
export function buyTokens(client: Client, parameters: BuyTokensParameters): Run {
  return startAction(client, 'buy', parameters, prepareBuy)
}

/** The intent and the request of a buy. */
export async function prepareBuy(
  client: Client,
  chain: Chain,
  account: Address,
  parameters: Given<BuyTokensParameters>,
): Promise<PreparedAction> {
  const { options = {} } = parameters
  const items = parseNonEmptyList(parameters.items, 'items')
  const expected = parsePrices(parameters.expectedPrice, chain)
  const targets = await Promise.all(
    items.map(async (item, index) => {
      const maxPrice = parseUnitPrice(item.maxPrice, `items.${index}.maxPrice`, expected)
      const fillType = parseFillType(item.fillType, `items.${index}.fillType`)
      return { ...(await parseTarget(item, `items.${index}`)), fillType, maxPrice }
    }),
  )
  const recipient = options.taker === undefined ? account : parseAddress(options.taker, 'options.taker')
  if (recipient !== account) {
    const contracts = targets.flatMap(({ target }) => (target.kind === 'order' ? [] : target.contract))
    checkReceiver(recipient, 'options.taker', contracts, chain)
  }
  const normalizeRoyalties = options.normalizeRoyalties ?? client.normalizeRoyalties
  const intent: BuyIntent = freezeIntent({
    action: 'buy',
    chainId: chain.id,
    account,
    items: targets.map(({ token: _refreshed, ...item }) => item),
    limits: boundsOf(
      'buy',
      expected,
      targets.map(({ quantity, maxPrice: price }) => ({ quantity, price })),
    ),
    recipient,
    feesOnTop: parseFeesOnTop(options.feesOnTop),
    partial: options.partial ?? false,
    normalizeRoyalties,
  })
  return {
    intent,
    path: buyPath,
    body: {
      items: items.map(({ maxPrice: _unsent, ...item }) => item),
      taker: account,
      source: client.source,
      ...options,
      ...(recipient === account || options.relayer !== undefined ? {} : { relayer: account }),
      normalizeRoyalties,
      referrer: options.referrer ?? client.bountyReferrer,
    },
    price: { side: 'buy', expected },
    refresh: targets.flatMap(({ token }) => token ?? []),
  }
}

function parseFillType(value: FillType | undefined, field: string): FillType | undefined {
  if (value === undefined || fillTypes.includes(value)) return value
  throw invalidInput(field, `"${field}" must be trade, mint or preferMint.`)
}

type Target = BuyIntent['items'][number]['target']

async function parseTarget(
  item: BuyItem,
  field: string,
): Promise<{ target: Target; quantity: bigint; token?: string }> {
  const { token, orderId, rawOrder, collection } = item
  const quantity = BigInt(parseQuantity(item.quantity, `${field}.quantity`))
  const named = [token, orderId, rawOrder, collection].filter((value) => value != null)
  if (named.length !== 1)
    throw invalidInput(field, `"${field}" must name exactly one of token, orderId, rawOrder and collection.`)
  if (token != null) {
    const { contract, tokenId, ref } = parseToken(token, `${field}.token`)
    return { target: { kind: 'token', contract, tokenId }, quantity, token: ref }
  }
  if (collection != null)
    return {
      target: { kind: 'collection', contract: parseAddress(collection, `${field}.collection`) },
      quantity,
    }
  const id =
    orderId != null
      ? parseHash(orderId, `${field}.orderId`)
      : await hashRawOrder(rawOrder, `${field}.rawOrder`)
  return { target: { kind: 'order', orderId: id }, quantity }
}
