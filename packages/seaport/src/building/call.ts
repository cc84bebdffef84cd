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

/** The functions that this package encodes calls of. */
export type SeaportFunction =
  | 'fulfillBasicOrder_efficient_6GL6yc'
  | 'fulfillAdvancedOrder'
  | 'fulfillAvailableAdvancedOrders'
  | 'matchAdvancedOrders'
  | 'cancel'
  | 'incrementCounter'

/** An order to fill, whole or in part, with what Seaport needs in addition to the signature. */
export type Fill = SignedOrder & {
  /**
   * Units to fill; the whole order if absent. For an order that is already partly filled, set the units that are left:
   * Seaport fills less than requested, and the basic route rejects such orders.
   */
  readonly units?: bigint | undefined
  /** The token given for a criteria order, with its proof (empty for "any token"). */
  readonly tokenId?: bigint | undefined
  readonly proof?: readonly Hex[] | undefined
  /** A zone's own data (co-signature). */
  readonly extraData?: Hex | undefined
  /**
   * Extra payments by the filler in the order's currency, in base units: the amounts that recipients receive. In a
   * partial fill they must scale exactly (`payableTip`). In a bid they are paid from what the seller receives.
   */
  readonly tips?: readonly FeeOnTop[] | undefined
}

export type FillOptions = {
  readonly seaport: Address
  /** Conduit through which the filler's own tokens move; zero hash for Seaport itself. */
  readonly conduitKey: Hex
  /** The receiver of the bought items; the caller if absent. */
  readonly recipient?: Address | undefined
  /** Unix seconds, not later than the block of the call. Falling prices are computed at this time. */
  readonly now: bigint
  /** Unix seconds, not earlier than that block. Rising prices are computed at this time. `now` if absent. */
  readonly until?: bigint | undefined
  /** Attribution bytes appended to the call data; Seaport ignores them. */
  readonly suffix?: Hex | undefined
}

/** Thrown for an amount that cannot be split as requested. */
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
    throw new SeaportError('invalid_value', `${suffix} is not an attribution suffix of up to 8 bytes.`)
  return `${data}${suffix.slice(2)}`
}
