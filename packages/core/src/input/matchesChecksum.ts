import { checksumAddress } from 'viem'

/** Whether an address is written as EIP-55 says. */
export const matchesChecksum = (address: `0x${string}`): boolean =>
  checksumAddress(`0x${address.slice(2).toLowerCase()}`) === address
