import type { OrderTerms } from '@sluice/guards/internal'
import type { SeaportVersion } from '@sluice/seaport'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { invalidInput } from '../errors.ts'
import {
  type BaseUnits,
  parseAddress,
  parseBaseUnits,
  parseFee,
  parseHash,
  parseList,
  parseQuantity,
  parseTime,
} from '../input/values.ts'

/** Kinds of orders, as the routes name them. `seaport` and `seaport-v1.4` are signed for Seaport 1.5. */
export type OrderKindName = 'seaport-v1.6' | 'seaport-v1.5' | 'seaport-v1.4' | 'seaport'

/** Settings of one order kind. */
export type OrderKindOptions = {
  /** Key of the conduit that moves the tokens; the zero key is Seaport itself. */
  readonly conduitKey?: string | undefined
  /** Puts the order into a zone that signs each fill, so that a signature can cancel it, without gas. */
  readonly useOffChainCancellation?: boolean | undefined
  /**
   * The order of the same maker that this one replaces, without gas: both are in the provider's own
   * zone, and the new one carries the old one's id as its salt.
   */
  readonly replaceOrderId?: string | undefined
}

/** What a listing and a bid have in common. Names and units are the route's. */
export type OrderTermsInput = {
  /** Total for all units, in base units of `currency`. */
  readonly weiPrice: BaseUnits
  /** Units; 1 by default. */
  readonly quantity?: number | undefined
  /** Contract of the currency. By default, listings are in the native coin and bids in its wrapped form. */
  readonly currency?: string | undefined
  /** Kind of the order; by default the newest Seaport that the chain has. */
  readonly orderKind?: OrderKindName | undefined
  /** Settings by order kind; those of `orderKind` are used. */
  readonly options?: Partial<Readonly<Record<OrderKindName, OrderKindOptions | undefined>>> | undefined
  /** Where the order is posted; the provider's own book, `reservoir`, by default. */
  readonly orderbook?: string | undefined
  /** Your API key at that order book. Never logged. */
  readonly orderbookApiKey?: string | undefined
  /** Whether the collection's royalties are part of the order; yes by default. */
  readonly automatedRoyalties?: boolean | undefined
  /** The most royalties, in basis points. */
  readonly royaltyBps?: number | undefined
  /** `recipient:bps`. The client's `marketplaceFees` by default, on the provider's own book only. */
  readonly fees?: readonly string[] | undefined
  /** Unix seconds. */
  readonly listingTime?: string | number | undefined
  /** Unix seconds. A listing stays open for 7 days and a bid for 1 day by default. */
  readonly expirationTime?: string | number | undefined
  /** A number that distinguishes orders with equal terms; random by default. */
  readonly salt?: BaseUnits | undefined
  /** For books whose orders have one; Seaport's have a counter, which is read from the chain. */
  readonly nonce?: string | undefined
}

/** Further fields of the request besides its orders, under the route's own names. */
export type OrdersOptions = {
  /** Passed to the provider as it is, and never logged; a Sluice provider ignores it. */
  readonly blurAuth?: string | undefined
  readonly [field: string]: unknown
}

/** Terms as the intent holds them, and as the request names them. */
export type ParsedTerms = {
  readonly terms: OrderTerms
  readonly body: Readonly<Record<string, unknown>>
}

const versions: Readonly<Record<OrderKindName, SeaportVersion>> = {
  'seaport-v1.6': '1.6',
  'seaport-v1.5': '1.5',
  'seaport-v1.4': '1.5',
  seaport: '1.5',
}

/** Returns the order kind of the newest Seaport that a chain has. */
export const newestOrderKind = ({ seaport }: Pick<Chain, 'seaport'>): OrderKindName =>
  seaport['1.6'] === undefined ? 'seaport-v1.5' : 'seaport-v1.6'

/** The Seaport that an order kind is signed for. */
export const versionOf = (kind: OrderKindName): SeaportVersion | undefined => versions[kind]

/**
 * Reads the terms of one order. The marketplace's fees are added only when the order goes to the
 * provider's own book and names no fees itself (specification 5); the caller's object stays as it is.
 */
export function parseTerms(
  client: Client,
  chain: Chain,
  input: OrderTermsInput,
  field: string,
  defaults: { readonly currency: Address | undefined; readonly seconds: number; readonly now: number },
): ParsedTerms {
  const orderKind = input.orderKind ?? newestOrderKind(chain)
  const version = versions[orderKind]
  if (version === undefined)
    throw invalidInput(
      `${field}.orderKind`,
      `"${field}.orderKind" is not an order kind that can be proven here.`,
    )
  const quantity = parseQuantity(input.quantity, `${field}.quantity`)
  const gross = parseBaseUnits(input.weiPrice, `${field}.weiPrice`)
  const currency =
    input.currency === undefined ? defaults.currency : parseAddress(input.currency, `${field}.currency`)
  if (currency === undefined)
    throw invalidInput(
      `${field}.currency`,
      `"${field}.currency" is missing, and the chain has no wrapped coin.`,
    )
  const startTime =
    input.listingTime === undefined ? undefined : parseTime(input.listingTime, `${field}.listingTime`)
  const endTime =
    input.expirationTime === undefined
      ? Math.floor(defaults.now / 1_000) + defaults.seconds
      : parseTime(input.expirationTime, `${field}.expirationTime`)
  const fees = feesOf(client, input)
  const automatedRoyalties = input.automatedRoyalties ?? client.automatedRoyalties
  const kindOptions = input.options?.[orderKind]
  const replaces =
    kindOptions?.replaceOrderId === undefined
      ? undefined
      : parseHash(kindOptions.replaceOrderId, `${field}.options.replaceOrderId`)
  const named = replaces === undefined ? input.salt : BigInt(replaces)
  const salt = named === undefined ? undefined : parseBaseUnits(named, `${field}.salt`)
  return {
    terms: {
      quantity: BigInt(quantity),
      gross,
      currency,
      startTime: startTime === undefined ? undefined : BigInt(startTime),
      endTime: BigInt(endTime),
      fees: parseList(fees ?? [], `${field}.fees`).map((fee, index) =>
        parseFee(fee, `${field}.fees.${index}`),
      ),
      royalties:
        automatedRoyalties === false
          ? { mode: 'none' }
          : { mode: 'chain', maxBps: Math.min(input.royaltyBps ?? 10_000, client.policy.maxRoyaltyBps) },
      version,
      conduitKey:
        kindOptions?.conduitKey === undefined
          ? undefined
          : parseHash(kindOptions.conduitKey, `${field}.options.conduitKey`),
      salt,
      replaces,
      offChainCancellable: replaces !== undefined || (kindOptions?.useOffChainCancellation ?? false),
      orderbook: input.orderbook,
    },
    body: {
      ...input,
      weiPrice: `${gross}`,
      quantity,
      currency,
      orderKind,
      expirationTime: String(endTime),
      ...(startTime === undefined ? {} : { listingTime: String(startTime) }),
      ...(salt === undefined ? {} : { salt: `${salt}` }),
      ...(fees === undefined ? {} : { fees }),
      ...(automatedRoyalties === undefined ? {} : { automatedRoyalties }),
    },
  }
}

function feesOf(client: Client, input: OrderTermsInput): readonly string[] | undefined {
  if (input.fees !== undefined) return input.fees
  const ownBook = input.orderbook === undefined || input.orderbook === 'reservoir'
  return ownBook && client.marketplaceFees.length > 0 ? client.marketplaceFees : undefined
}
