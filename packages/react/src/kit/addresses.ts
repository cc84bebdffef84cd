export const zeroAddress = `0x${'0'.repeat(40)}` as const

/**
 * The account that an address names. The zero address names none: a mint has it as its sender, and an order for anyone
 * as its taker.
 */
export const accountOf = <T extends string>(address: T | null | undefined): T | undefined =>
  address == null || address === zeroAddress ? undefined : address

/** Where tokens are sent to be destroyed, beside addresses of zeros or of one digit. */
const knownBurns: ReadonlySet<string> = new Set([
  '0xdead000000000000000042069420694206942069',
  `0x${'dead'.repeat(10)}`,
])
/** One digit alone, or so many zeros at one end that no key can be found for it. */
const chosenByHand = /^0x(?:(.)\1{39}|0{34}.{6}|.{6}0{34})$/

/** Whether nobody can have the key of a lower-case address: it was chosen, as `0x…dead` was. */
export const isBurnAddress = (address: string): boolean =>
  knownBurns.has(address) || chosenByHand.test(address)

/**
 * `0x1234…abcd`; a long token id is cut in the same way.
 *
 * @example
 * shortAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045') // '0xd8da…6045'
 */
export const shortAddress = (address: string): string =>
  address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
