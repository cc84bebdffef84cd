import { deposit, readCall } from '@sluice/seaport'
import { lowerHex } from '@sluice/seaport/hex'
import { type Address, zeroAddress } from 'viem'
import { acceptCall } from '../context/acceptCall.ts'
import { readState } from '../context/chainReads.ts'
import { isDue } from '../context/claims.ts'
import { addFinding, block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import { readCanonical } from '../context/readCanonical.ts'
import { noEffects } from '../model/effects.ts'
import type { BidIntent } from '../model/intent.ts'
import { wrapSlot } from '../model/slots.ts'

/** Returns the wrapped native coin in lower case, if some of the bids are paid in it. */
function wrappedOf(context: GuardContext<BidIntent>): Address | undefined {
  const wrapped = context.chain.wrappedNative && lowerHex(context.chain.wrappedNative)
  return context.intent.bids.some((bid) => bid.currency === wrapped) ? wrapped : undefined
}

/** Returns whether a call to a currency of the bids wraps the native coin. */
export const isWrap = (context: GuardContext<BidIntent>, { data: { to, data, value } }: TransactionEntry) =>
  to === wrappedOf(context) && (data.startsWith(deposit.selector) || (value ?? 0n) > 0n)

/** Returns the amounts that an honest plan may wrap: what all bids together lack, or what the largest bid lacks. */
function deficits(context: GuardContext<BidIntent>, wrapped: Address, balance: bigint): readonly bigint[] {
  const prices = context.intent.bids.filter((bid) => bid.currency === wrapped).map((bid) => bid.gross)
  const all = prices.reduce((sum, price) => sum + price, 0n)
  const largest = prices.reduce((most, price) => (price > most ? price : most), 0n)
  return [all, largest].map((need) => (need > balance ? need - balance : 0n)).filter((need) => need > 0n)
}

/** Checks a wrap of the native coin: exactly the missing amount, into the currency of the bids. */
export function checkWrap(context: GuardContext<BidIntent>, entry: TransactionEntry): undefined {
  const wrapped = wrappedOf(context)
  const call = readCanonical(context, entry, () => readCall(deposit, entry.data.data), [
    'CALL_WRAP',
    'TX_SELECTOR',
  ])
  if (call === undefined) return
  const path = `${entry.path}.data.value`
  if (wrapped === undefined || entry.data.to !== wrapped)
    return block(context, 'CALL_WRAP', `${entry.path}.data.to`, entry.data.to)
  const claims = [{ slot: wrapSlot, units: 1n }]
  if (!isDue(context, entry, claims)) return
  const balance = readState(context, context.chainState.balances, wrapped)
  const value = entry.data.value ?? 0n
  const expected = deficits(context, wrapped, balance ?? 0n)
  if (balance !== undefined ? !expected.includes(value) : value > (expected[0] ?? 0n))
    return block(context, 'CALL_WRAP', path, value, expected[0] ?? 0n)
  if (balance === undefined) addFinding(context, 'confirm', 'CALL_WRAP', path, value)
  acceptCall(context, entry, {
    to: wrapped,
    data: deposit.selector,
    value,
    purpose: 'wrap',
    effects: {
      ...noEffects,
      give: [{ kind: 'native', contract: zeroAddress, amount: value }],
      get: [{ kind: 'erc20', contract: wrapped, amount: value }],
    },
    claims,
  })
}
