import type { Hex } from 'viem'
import type { RpcCall } from './wallet.ts'

/** Code of an account that makes the calls which follow one another in its input, and fails if one of them does. */
export const carrierCode: Hex =
  '0x5f5b80361115602d57806040013580826060015f375f5f825f856020013586355af115602f57016060016001565b005b5f5ffd'

const word = (value: string | number): string => BigInt(value).toString(16).padStart(64, '0')

/** Returns a call as the code reads it. */
export const packed = ({ to, data = '0x', value = '0x0' }: RpcCall): Hex =>
  `0x${word(to)}${word(value)}${word(data.length / 2 - 1)}${data.slice(2)}`
