import { sellPath } from '@sluice/wire/paths'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { frozenCopy } from '../chains/lowerCased.ts'
import type { Client } from '../client.ts'
import { invalidInput } from '../errors.ts'
import type { Run } from '../execution/run.ts'
import type { Prepared } from '../execution/session.ts'
import { freezeIntent } from '../guards/intent.ts'
import {
  boundsOf,
  type ExpectedPrices,
  type RawOrder,
  readFeeOnTop,
  readHash,
  readList,
  readPrices,
  readQuantity,
  readRawOrder,
  readSome,
  readToken,
} from './input.ts'
import { type RunParameters, startAction } from './start.ts'

/** One token to sell, and the offer it goes to: the best one, unless one is named. */
export type SellItem = {
  /** `contract:tokenId` of the token to sell. */
  readonly token: string
  readonly quantity?: number | undefined
  /** The offer to accept; the best one by default. */
  readonly orderId?: string | undefined
  /** An offer that the provider may not know; it is accepted by its own hash. */
  readonly rawOrder?: RawOrder | undefined
  readonly exactOrderSource?: string | undefined
  readonly exclusions?: readonly { readonly orderId: string; readonly price?: string }[] | undefined
}

/** Further fields of the route's body, as it names them. Amounts are base units as text. */
export type SellOptions = {
  /** `recipient:amount`, taken off what the sale brings. */
  readonly feesOnTop?: readonly string[] | undefined
  /** Sells what can be sold where not all can. */
  readonly partial?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
  readonly forceRouter?: boolean | undefined
  readonly allowInactiveOrderIds?: boolean | undefined
  readonly excludeEOA?: boolean | undefined
  /** Wei. */
  readonly maxFeePerGas?: string | undefined
  /** Wei. */
  readonly maxPriorityFeePerGas?: string | undefined
  readonly x2y2ApiKey?: string | undefined
  readonly openseaApiKey?: string | undefined
  readonly blurAuth?: string | undefined
  readonly [field: string]: unknown
}

/** What a sale into offers takes (specification 7, `POST /execute/sell/v7`). */
export type AcceptOffersParameters = RunParameters & {
  readonly items: readonly SellItem[]
  /** The least that all items together must bring, after fees. Without it the card must be confirmed. */
  readonly expectedPrice?: ExpectedPrices | undefined
  readonly options?: SellOptions | undefined
}

/** Sells tokens into offers at or above the expected price (`POST /execute/sell/v7`). */
export function acceptOffers(client: Client, parameters: AcceptOffersParameters): Run {
  const { items, expectedPrice, options } = frozenCopy({
    items: parameters.items,
    expectedPrice: parameters.expectedPrice,
    options: parameters.options,
  })
  return startAction(client, 'sell', parameters, ({ chain, account }) =>
    prepareSell(client, chain, account, { items, expectedPrice, options }),
  )
}

/** The intent and the request of a sale. */
export async function prepareSell(
  client: Client,
  chain: Chain,
  account: Address,
  parameters: Pick<AcceptOffersParameters, 'items' | 'expectedPrice' | 'options'>,
): Promise<Prepared> {
  const { options = {} } = parameters
  const items = await Promise.all(
    readSome(parameters.items, 'items').map(async (item, index) => {
      const field = `items.${index}`
      const { contract, tokenId, ref } = readToken(item.token, `${field}.token`)
      if (item.orderId != null && item.rawOrder != null)
        throw invalidInput(field, `"${field}" must name at most one of orderId and rawOrder.`)
      const raw = item.rawOrder == null ? undefined : readRawOrder(item.rawOrder, `${field}.rawOrder`)
      return {
        contract,
        tokenId,
        ref,
        quantity: BigInt(readQuantity(item.quantity, `${field}.quantity`)),
        orderId: item.orderId == null ? await raw : readHash(item.orderId, `${field}.orderId`),
      }
    }),
  )
  const expected = readPrices(parameters.expectedPrice, chain)
  const normalizeRoyalties = options.normalizeRoyalties ?? client.normalizeRoyalties
  return {
    intent: freezeIntent({
      action: 'sell',
      chainId: chain.id,
      account,
      items: items.map(({ contract, tokenId, quantity, orderId }) => ({
        contract,
        tokenId,
        quantity,
        orderId,
      })),
      minimums: boundsOf('sell', expected),
      feesOnTop: readList(options.feesOnTop ?? [], 'options.feesOnTop').map((fee, index) =>
        readFeeOnTop(fee, `options.feesOnTop.${index}`),
      ),
      partial: options.partial ?? false,
      normalizeRoyalties,
    }),
    path: sellPath,
    body: { items: parameters.items, source: client.source, ...options, taker: account, normalizeRoyalties },
    price: { side: 'sell', expected },
    refresh: items.map(({ ref }) => ref),
  }
}
