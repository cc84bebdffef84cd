/** Every error code of this package. Branch on the code, never on the text. */
export type SeaportErrorCode =
  /** A number, address or byte string that does not fit its Solidity type. */
  | 'invalid_value'
  /** Terms from which no sound order can be built. */
  | 'invalid_terms'
  /** An amount that the wanted fraction does not divide (Seaport's `InexactFraction`). */
  | 'inexact_fraction'
  /** An order that the chosen Seaport function cannot fill as asked. */
  | 'not_fulfillable'
  /** Call data that starts with no function we know. */
  | 'unknown_function'
  /** Call data or a log of a known kind that is not the one canonical encoding of its values. */
  | 'not_canonical'
  /** A signature that is not a secp256k1 signature of 64 or 65 bytes with a low s. */
  | 'invalid_signature'

/** The base class of all errors that this package throws on purpose. */
export class SeaportError extends Error {
  override readonly name: string = 'SeaportError'
  readonly code: SeaportErrorCode

  constructor(code: SeaportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
