import type { Address } from 'viem'
import type { Fee } from './types.ts'

/** The most royalty recipients of one sale. More are not plausible. */
const maxRecipients = 10

const accountOf = (word: bigint): Address | undefined =>
  word === 0n || word >> 160n !== 0n ? undefined : `0x${word.toString(16).padStart(40, '0')}`

/** Returns a share of the price in whole basis points, or `undefined` if the amount is not one. */
function shareOf(recipient: bigint, amount: bigint, price: bigint): Fee | undefined {
  const account = accountOf(recipient)
  const bps = (amount * 10_000n) / price
  return account === undefined || bps > 10_000n ? undefined : { recipient: account, bps: Number(bps) }
}

const paying = (fees: readonly Fee[]): readonly Fee[] => fees.filter(({ bps }) => bps > 0)

/**
 * Reads the words that `royaltyInfo(uint256,uint256)` (ERC-2981) returned for a sale at `price` base units, as shares
 * of the price. Empty if the royalty is zero or more than the whole price.
 *
 * @example
 * ```ts
 * royaltyInfoShares([BigInt(creator), 500n], 10_000n) // [{ recipient: creator, bps: 500 }]
 * ```
 */
export function royaltyInfoShares(words: readonly bigint[], price: bigint): readonly Fee[] {
  const [recipient = 0n, amount = 0n] = words
  const share = price > 0n ? shareOf(recipient, amount, price) : undefined
  return share === undefined ? [] : paying([share])
}

/**
 * Reads the words that `getRoyaltyView(address,uint256,uint256)` of the RoyaltyEngineV1 returned for a sale at `price`
 * base units: the royalties of the collection's override in the royalty registry, or else those of its own contract.
 * Returns `undefined` if the words are invalid. Then ask the token's own contract ({@link royaltyInfoShares}).
 *
 * @example
 * ```ts
 * const shares = royaltyViewShares(words, 10n ** 18n) ?? royaltyInfoShares(await royaltyInfo(), 10n ** 18n)
 * ```
 */
export function royaltyViewShares(words: readonly bigint[], price: bigint): readonly Fee[] | undefined {
  const listAt = (place: number): readonly bigint[] | undefined => {
    const start = words[place]
    if (start === undefined || start % 32n !== 0n || start > BigInt(words.length * 32)) return undefined
    const at = Number(start / 32n)
    const count = words[at]
    if (count === undefined || count > BigInt(maxRecipients)) return undefined
    const list = words.slice(at + 1, at + 1 + Number(count))
    return list.length === Number(count) ? list : undefined
  }
  const [recipients, amounts] = [listAt(0), listAt(1)]
  if (price <= 0n || recipients === undefined || recipients.length !== amounts?.length) return undefined
  const shares = recipients.flatMap(
    (recipient, index) => shareOf(recipient, amounts[index] ?? 0n, price) ?? [],
  )
  const total = shares.reduce((sum, { bps }) => sum + bps, 0)
  return total > 10_000 ? undefined : paying(shares)
}
