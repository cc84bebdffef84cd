import { freezeIntent } from '@sluice/guards'
import { sellPath } from '@sluice/wire/paths'
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
  parseFeesOnTop,
  parseHash,
  parseNonEmptyList,
  parseQuantity,
  parseToken,
  type RawOrder,
} from '../input/values.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Run } from '../run/run.ts'
import { type Given, type RunParameters, startAction } from './startAction.ts'

/** One token to sell, and the offer it goes to: the best one, unless one is named. */
export type SellItem = {
  /** `contract:tokenId` of the token to sell. */
  readonly token: string
  /** Units of the token to sell; 1 by default. */
  readonly quantity?: number | undefined
  /** The offer to accept; the best one by default. */
  readonly orderId?: string | undefined
  /** An offer that the provider may not know; it is accepted by its own hash. */
  readonly rawOrder?: RawOrder | undefined
  /**
   * Least that one unit must bring after all fees: base units of the one currency of `expectedPrice`, or
   * `{ currency, raw }` in any. Never sent. An offer that brings less, or another currency, is refused for the item.
   *
   * Give it if a sale has more than one unit: not all offers of a sale need to be met, and without a price
   * of its own a unit must bring its equal share of `expectedPrice` at least, or the sale must be confirmed.
   * @example { token: `${contract}:7`, minPrice: { currency: weth, raw: 10n ** 18n } }
   */
  readonly minPrice?: UnitPrice | undefined
  /** Takes only offers of the marketplace with this domain. */
  readonly exactOrderSource?: string | undefined
  /** Offers that may not be taken, each by its id. */
  readonly exclusions?: readonly { readonly orderId: string; readonly price?: string }[] | undefined
}

/** Further fields of the route's body, as it names them. Amounts are base units as text. */
export type SellOptions = {
  /** `recipient:amount`, taken off what the sale brings. */
  readonly feesOnTop?: readonly string[] | undefined
  /** Sells what can be sold if not everything can. */
  readonly partial?: boolean | undefined
  /** Adds the royalties that an offer leaves out; the client's setting by default. */
  readonly normalizeRoyalties?: boolean | undefined
  /** Passed to the provider; a Sluice provider ignores it. */
  readonly forceRouter?: boolean | undefined
  /** Includes offers that cannot be filled now. */
  readonly allowInactiveOrderIds?: boolean | undefined
  /** Passed to the provider; a Sluice provider ignores it. */
  readonly excludeEOA?: boolean | undefined
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

/** What a sale into offers takes (specification 7, `POST /execute/sell/v7`). */
export type AcceptOffersParameters = RunParameters & {
  /** The tokens to sell, one entry each. */
  readonly items: readonly SellItem[]
  /**
   * The least that all items together must bring, after fees. Without it the sum of the items' `minPrice` is the
   * least, if each item has one; else the card must be confirmed.
   */
  readonly expectedPrice?: ExpectedPrices | undefined
  /** Further fields of the request. */
  readonly options?: SellOptions | undefined
}

/**
 * Sells tokens into offers, at or above the expected price (specification 7, `POST /execute/sell/v7`). Stops before the
 * wallet opens if the price fell, or if the provider asks for anything that was not agreed.
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * const run = acceptOffers(client, {
 *   wallet,
 *   items: [{ token: `${contract}:42`, minPrice: { currency: weth, raw: 9n * 10n ** 17n } }],
 * })
 * const { hashes } = await run.result()
 * ```
 */
export function acceptOffers(client: Client, parameters: AcceptOffersParameters): Run {
  return startAction(client, 'sell', parameters, prepareSell)
}

/** The intent and the request of a sale. */
export async function prepareSell(
  client: Client,
  chain: Chain,
  account: Address,
  parameters: Given<AcceptOffersParameters>,
): Promise<PreparedAction> {
  const { options = {} } = parameters
  const asked = parseNonEmptyList(parameters.items, 'items')
  const expected = parsePrices(parameters.expectedPrice, chain)
  const items = await Promise.all(
    asked.map(async (item, index) => {
      const field = `items.${index}`
      const { contract, tokenId, ref } = parseToken(item.token, `${field}.token`)
      if (item.orderId != null && item.rawOrder != null)
        throw invalidInput(field, `"${field}" must name at most one of orderId and rawOrder.`)
      const quantity = BigInt(parseQuantity(item.quantity, `${field}.quantity`))
      const minPrice = parseUnitPrice(item.minPrice, `${field}.minPrice`, expected)
      const orderId =
        item.rawOrder == null
          ? item.orderId == null
            ? undefined
            : parseHash(item.orderId, `${field}.orderId`)
          : await hashRawOrder(item.rawOrder, `${field}.rawOrder`)
      return { contract, tokenId, ref, quantity, minPrice, orderId }
    }),
  )
  const normalizeRoyalties = options.normalizeRoyalties ?? client.normalizeRoyalties
  return {
    intent: freezeIntent({
      action: 'sell',
      chainId: chain.id,
      account,
      items: items.map(({ ref: _refreshed, ...item }) => item),
      minimums: boundsOf(
        'sell',
        expected,
        items.map(({ quantity, minPrice: price }) => ({ quantity, price })),
      ),
      feesOnTop: parseFeesOnTop(options.feesOnTop),
      partial: options.partial ?? false,
      normalizeRoyalties,
    }),
    path: sellPath,
    body: {
      items: asked.map(({ minPrice: _unsent, ...item }) => item),
      source: client.source,
      ...options,
      taker: account,
      normalizeRoyalties,
    },
    price: { side: 'sell', expected },
    refresh: items.map(({ ref }) => ref),
  }
}
