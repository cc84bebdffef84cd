import { freezeIntent } from '@sluice/guards'
import { zeroAddress } from '@sluice/seaport/addresses'
import { listPath } from '@sluice/wire/paths'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { invalidInput } from '../errors.ts'
import {
  type BaseUnits,
  parseAddress,
  parseBaseUnits,
  parseNonEmptyList,
  parseToken,
} from '../input/values.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Run } from '../run/run.ts'
import { type Given, type RunParameters, startAction } from './startAction.ts'
import { type OrdersOptions, type OrderTermsInput, parseTerms } from './terms.ts'

/** One token for sale (specification 7, `POST /execute/list/v5`). Prices are totals, in base units. */
export type Listing = OrderTermsInput & {
  /** `contract:tokenId`. */
  readonly token: string
  /**
   * For a falling price (a Dutch auction): the total price at the end of the listing. It falls to it in a straight line
   * from `weiPrice`, and all fees with it.
   */
  readonly endWeiPrice?: BaseUnits | undefined
  /** The only account that may buy. */
  readonly taker?: string | undefined
}

/** What listings take: each becomes an order of its own; several are signed at once where the provider can. */
export type ListTokensParameters = RunParameters & {
  /** The listings to make, one entry each. */
  readonly listings: readonly Listing[]
  /** Further fields of the request. */
  readonly options?: OrdersOptions | undefined
}

const week = 7 * 86_400

/**
 * Lists tokens for sale (specification 7, `POST /execute/list/v5`). The orders that are signed are built here from these
 * listings; the provider's orders are only compared with them.
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * const run = listTokens(client, {
 *   wallet,
 *   listings: [{ token: `${contract}:42`, weiPrice: 10n ** 18n }],
 * })
 * const { orders } = await run.result()
 * ```
 */
export function listTokens(client: Client, parameters: ListTokensParameters): Run {
  return startAction(client, 'list', parameters, prepareList)
}

/** The intent and the request of listings. */
export function prepareList(
  client: Client,
  chain: Chain,
  account: Address,
  parameters: Given<ListTokensParameters>,
): PreparedAction {
  const now = Date.now()
  const read = parseNonEmptyList(parameters.listings, 'listings').map((listing, index) => {
    const field = `listings.${index}`
    const { contract, tokenId, ref } = parseToken(listing.token, `${field}.token`)
    const { terms, body } = parseTerms(client, chain, listing, field, {
      currency: zeroAddress,
      seconds: week,
      now,
    })
    const endGross =
      listing.endWeiPrice === undefined
        ? undefined
        : parseBaseUnits(listing.endWeiPrice, `${field}.endWeiPrice`)
    if (endGross !== undefined && endGross > terms.gross)
      throw invalidInput(`${field}.endWeiPrice`, `"${field}.endWeiPrice" must not be above weiPrice.`)
    const taker = listing.taker === undefined ? undefined : parseAddress(listing.taker, `${field}.taker`)
    return {
      listing: { ...terms, contract, tokenId, endGross, taker },
      body: { ...body, token: ref, ...(endGross === undefined ? {} : { endWeiPrice: `${endGross}` }) },
    }
  })
  return {
    intent: freezeIntent({
      action: 'list',
      chainId: chain.id,
      account,
      source: client.source,
      listings: read.map(({ listing }) => listing),
    }),
    path: listPath,
    body: {
      ...parameters.options,
      maker: account,
      source: client.source,
      params: read.map(({ body }) => body),
    },
  }
}
