import { formatUnits } from 'viem'

type Currency = { readonly address: string; readonly decimals: number; readonly symbol: string }

/** Returns an amount with the symbol of its currency if `currencies` has it, and in base units otherwise. */
export function amountText(currencies: readonly Currency[], currency: string, amount: bigint): string {
  const known = currencies.find(({ address }) => address === currency)
  return known === undefined
    ? `${amount} base units of ${currency}`
    : `${formatUnits(amount, known.decimals)} ${known.symbol}`
}
