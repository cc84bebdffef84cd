/** The specification's tolerance (point 9): 1/100000 of a unit in base units; nothing for few decimals. */
export const priceTolerance = (decimals: number): bigint => 10n ** BigInt(decimals) / 100_000n

/**
 * A decimal amount in base units, digits beyond `decimals` cut off.
 * @throws {RangeError} for a negative or endless number.
 */
export function rawAmount(amount: number, decimals: number): bigint {
  if (!Number.isFinite(amount) || amount < 0) throw new RangeError('not an amount')
  const [digits = '0', exponent = '0'] = String(amount).split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const shift = decimals + Number(exponent) - fraction.length
  const value = BigInt(whole + fraction)
  return shift >= 0 ? value * 10n ** BigInt(shift) : value / 10n ** BigInt(-shift)
}
