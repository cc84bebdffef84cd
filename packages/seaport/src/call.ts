import type { Address, Hex } from 'viem'
import { SeaportError } from './errors.ts'
import type { FeeOnTop, OrderComponents, SignedOrder } from './types.ts'

/** A call to send: `value` in wei. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** An order to fill, whole or in part, with what Seaport needs beside the signature. */
export type Fill = SignedOrder & {
  /** Units to fill of the order's quantity; the whole order when absent. */
  readonly units?: bigint | undefined
  /** The token given for a criteria order, with its proof (empty for "any token"). */
  readonly tokenId?: bigint | undefined
  readonly proof?: readonly Hex[] | undefined
  /** A zone's own data (co-signature). */
  readonly extraData?: Hex | undefined
  /** Extra payments by the filler in the order's currency, in base units, unscaled. */
  readonly tips?: readonly FeeOnTop[] | undefined
}

export type FillOptions = {
  readonly seaport: Address
  /** Conduit through which the filler's own tokens move; zero hash for Seaport itself. */
  readonly conduitKey: Hex
  /** Who gets what is bought; the caller when absent. */
  readonly recipient?: Address | undefined
  /** Unix seconds; prices of descending orders are taken at this moment. */
  readonly now: bigint
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

/** `OrderParameters` of an order: its components without the counter, with the original item count. */
export function parametersOf(components: OrderComponents, extra: OrderComponents['consideration'] = []) {
  const { counter: _, ...rest } = components
  return {
    ...rest,
    offer: [...components.offer],
    consideration: [...components.consideration, ...extra],
    totalOriginalConsiderationItems: BigInt(components.consideration.length),
  }
}

export type OrderParameters = ReturnType<typeof parametersOf>
