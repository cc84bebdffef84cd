import type { Address, Hex } from 'viem'

/** How far a transfer reaches into memory, which costs 1.1 million gas: 3 for each word and words² / 512. */
const reach = 23_000 * 32

/**
 * Code of a collection whose transfers need more than a million gas, and that otherwise does what the code at
 * `implementation` does.
 */
export function heavyTransfers(implementation: Address): Hex {
  const isTransfer = '60003560e01c6323b872dd14'
  const touch = `62${reach.toString(16).padStart(6, '0')}025150`
  const delegate = `3660006000376000600036600073${implementation.slice(2)}5af4`
  const answer = '3d600060003e60'
  const before = [isTransfer, touch, delegate, answer].join('')
  const returns = (before.length / 2 + 6).toString(16).padStart(2, '0')
  return `0x${before}${returns}573d6000fd5b3d6000f3`
}
