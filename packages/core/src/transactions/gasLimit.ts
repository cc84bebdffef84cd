import { hasMovingPrice } from '@sluice/guards'
import { numberToHex } from 'viem'
import { readQuantity } from '../chain/reads.ts'
import type { TransactionContext, TransactionItem } from './transactionContext.ts'

/**
 * Returns the gas limit of a call: the caller's, or a quarter above what a node estimates where prices change with time.
 * Seaport then refunds or passes on what rounding leaves over, and does that in some seconds and not in others, so that an
 * exact estimate may be too low when the call is mined. `undefined` leaves the limit to the wallet.
 */
export async function gasLimit(
  { reader, gas }: Pick<TransactionContext, 'reader' | 'gas'>,
  { call: { account, to, data, value }, effects }: TransactionItem,
): Promise<bigint | undefined> {
  if (gas !== undefined || reader === undefined || !hasMovingPrice(effects)) return gas
  const transaction = { from: account, to, data, value: numberToHex(value) }
  const estimate = await readQuantity(reader, 'eth_estimateGas', [transaction]).catch(() => undefined)
  return estimate === undefined ? undefined : (estimate * 5n) / 4n
}
