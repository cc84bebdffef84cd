import type { Address, Hex } from 'viem'

const word = (value: bigint | Address, bytes: number): string =>
  BigInt(value)
    .toString(16)
    .padStart(bytes * 2, '0')

/** Places of the arguments of `transferFrom(address,address,uint256)` in its call data. */
const places = { to: '24', tokenId: '44' } as const

/**
 * Code of a collection that reverts in a transfer to this account, or of this token, and otherwise does what the code at
 * `implementation` does.
 */
export function guardedTransfers(
  implementation: Address,
  argument: keyof typeof places,
  value: bigint | Address,
): Hex {
  const isTransfer = '60003560e01c6323b872dd14'
  const isMeant = `60${places[argument]}357f${word(value, 32)}14`
  const delegate = `3660006000376000600036600073${word(implementation, 20)}5af4`
  const answer = '3d600060003e60'
  const head = (isTransfer.length + isMeant.length) / 2 + 4
  const jumpsTo = head + delegate.length / 2 + answer.length / 2 + 2
  const [returns, reverts] = [jumpsTo + 4, jumpsTo + 9]
  const byte = (at: number) => at.toString(16).padStart(2, '0')
  return `0x${isTransfer}${isMeant}1660${byte(reverts)}57${delegate}${answer}${byte(returns)}573d6000fd5b3d6000f35b60006000fd`
}
