import { sellPath } from '@sluice/wire/paths'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { Run } from '../execution/run.ts'
import type { Prepared } from '../execution/session.ts'
import { freezeIntent } from '../guards/intent.ts'
import {
  boundsOf,
  type ExpectedPrices,
  readFeeOnTop,
  readHash,
  readList,
  readPrices,
  readQuantity,
  readSome,
  readToken,
} from './input.ts'
import { type RunParameters, startAction } from './start.ts'

export type SellItem = {
  /** `contract:tokenId` of the token to sell. */
  readonly token: string
  readonly quantity?: number | undefined
  /** The offer to accept; the best one by default. */
  readonly orderId?: string | undefined
  readonly exactOrderSource?: string | undefined
  readonly exclusions?: readonly { readonly orderId: string; readonly price?: string }[] | undefined
}

/** Further fields of the route's body. */
export type SellOptions = {
  readonly feesOnTop?: readonly string[] | undefined
  readonly partial?: boolean | undefined
  readonly normalizeRoyalties?: boolean | undefined
  readonly [field: string]: unknown
}

export type AcceptOffersParameters = RunParameters & {
  readonly items: readonly SellItem[]
  /** The least that all items together must bring, after fees. Without it the card must be confirmed. */
  readonly expectedPrice?: ExpectedPrices | undefined
  readonly options?: SellOptions | undefined
}

/** Sells tokens into offers at or above the expected price (`POST /execute/sell/v7`). */
export function acceptOffers(client: Client, parameters: AcceptOffersParameters): Run {
  const { items, expectedPrice, options } = structuredClone({
    items: parameters.items,
    expectedPrice: parameters.expectedPrice,
    options: parameters.options,
  })
  return startAction(client, 'sell', parameters, ({ chain, account }) =>
    prepareSell(client, chain, account, { items, expectedPrice, options }),
  )
}

/** The intent and the request of a sale. */
export function prepareSell(
  client: Client,
  chain: Chain,
  account: Address,
  parameters: Pick<AcceptOffersParameters, 'items' | 'expectedPrice' | 'options'>,
): Prepared {
  const { options = {} } = parameters
  const items = readSome(parameters.items, 'items').map((item, index) => {
    const field = `items.${index}`
    const { contract, tokenId, ref } = readToken(item.token, `${field}.token`)
    return {
      contract,
      tokenId,
      ref,
      quantity: BigInt(readQuantity(item.quantity, `${field}.quantity`)),
      orderId: item.orderId == null ? undefined : readHash(item.orderId, `${field}.orderId`),
    }
  })
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
