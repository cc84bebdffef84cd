export const zeroAddress = `0x${'0'.repeat(40)}` as const

/**
 * The account that an address names. The zero address names none: a mint has it as its sender, and an order for anyone
 * as its taker.
 */
export const accountOf = <T extends string>(address: T | null | undefined): T | undefined =>
  address == null || address === zeroAddress ? undefined : address

/**
 * `0x1234…abcd`; a long token id is cut in the same way.
 *
 * @example
 * shortAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045') // '0xd8da…6045'
 */
export const shortAddress = (address: string): string =>
  address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
