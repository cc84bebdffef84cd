/** `0x1234…abcd`; a long token id is cut in the same way. */
export const shortAddress = (address: string): string =>
  address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
