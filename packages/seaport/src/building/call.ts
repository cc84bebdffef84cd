import type { Address, Hex } from 'viem'
import { SeaportError } from '../model/errors.ts'
import type { FeeOnTop, SignedOrder } from '../model/types.ts'

/** A call to send: `value` in wei. */
export type Call = {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  readonly functionName: SeaportFunction
}

/** The functions that this package writes calls of. */
export type SeaportFunction =
  | 'fulfillBasicOrder_efficient_6GL6yc'
  | 'fulfillAdvancedOrder'
  | 'fulfillAvailableAdvancedOrders'
  | 'matchAdvancedOrders'
  | 'cancel'
  | 'incrementCounter'

/** An order to fill, whole or in part, with what Seaport needs beside the signature. */
export type Fill = SignedOrder & {
  /**
   * Units to fill of the order's quantity; the whole order when absent. Say the units left of an order that
   * is filled in part already: Seaport fills less than asked, and the basic route refuses such orders.
   */
  readonly units?: bigint | undefined
  /** The token given for a criteria order, with its proof (empty for "any token"). */
  readonly tokenId?: bigint | undefined
  readonly proof?: readonly Hex[] | undefined
  /** A zone's own data (co-signature). */
  readonly extraData?: Hex | undefined
  /**
   * Extra payments by the filler in the order's currency, in base units, as they shall arrive. With part of
   * an order they must scale exactly (`payableTip`). Into a bid they come out of what the seller receives.
   */
  readonly tips?: readonly FeeOnTop[] | undefined
}

export type FillOptions = {
  readonly seaport: Address
  /** Conduit through which the filler's own tokens move; zero hash for Seaport itself. */
  readonly conduitKey: Hex
  /** Who gets what is bought; the caller when absent. */
  readonly recipient?: Address | undefined
  /** Unix seconds, not after the block that will hold the call; falling prices are taken at this moment. */
  readonly now: bigint
  /** Unix seconds, not before that block; rising prices are taken at this moment. `now` when absent. */
  readonly until?: bigint | undefined
  /** Attribution bytes appended to the call data; Seaport ignores them. */
  readonly suffix?: Hex | undefined
}

/** An amount that cannot be split as asked. */
export class FractionError extends SeaportError {
  override readonly name = 'FractionError'
  constructor(message: string) {
    super('inexact_fraction', message)
  }
}

/**
 * Appends the attribution suffix.
 * @throws SeaportError `invalid_value` for a suffix longer than the 8 bytes that readers of calls accept.
 */
export function withSuffix(data: Hex, suffix: Hex | undefined): Hex {
  if (suffix === undefined) return data
  if (!/^0x(?:[0-9a-fA-F]{2}){0,8}$/.test(suffix))
    throw new SeaportError('invalid_value', `${suffix} is no attribution suffix of up to 8 bytes.`)
  return `${data}${suffix.slice(2)}`
}
