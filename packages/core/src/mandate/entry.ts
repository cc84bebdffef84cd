import { type Address, type Hex, stringify } from 'viem'
import { isRecord } from '../property.ts'

/** An amount that left, may leave, or is promised by an order. */
export type Spend = { readonly currency: Address; readonly amount: bigint; readonly order?: Hex | undefined }

/** An allowance that was granted. */
export type Allowance = { readonly currency: Address; readonly spender: Address; readonly amount: bigint }

/**
 * What one prompt committed. `reserved` counts until it is proven how it ended; `settled` is spent, and counts as long as
 * its time is within the window. A `claimed` entry was not checked yet, and nothing was asked of the wallet for it.
 */
export type MandateEntry = {
  readonly id: string
  readonly state: 'claimed' | 'reserved' | 'settled'
  /** Milliseconds: when it was reserved, then when it was found settled. */
  readonly at: number
  /** Id of the journal's entry of the prompt. */
  readonly journal: string
  /** The money stays in the account in another form once the call is mined: a wrap. */
  readonly kept: boolean
  /** The newest block when it was first seen that the wallet had refused the call. */
  readonly refusedAt?: number | undefined
  readonly spends: readonly Spend[]
  readonly allows: readonly Allowance[]
  /** Network fee in wei. */
  readonly fee: bigint
}

export const writeEntry = (entry: MandateEntry): string => stringify(entry)

const isAddress = (value: unknown): value is Address =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value)

/** @throws {TypeError} for anything that was not written by {@link writeEntry}: it might be an amount that is spent. */
export function readEntry(text: string): MandateEntry {
  const entry: unknown = JSON.parse(text)
  if (!isRecord(entry)) throw unreadable()
  const { id, state, at, journal, kept, refusedAt } = entry
  if (
    typeof id !== 'string' ||
    (state !== 'claimed' && state !== 'reserved' && state !== 'settled') ||
    !Number.isSafeInteger(at) ||
    typeof journal !== 'string' ||
    typeof kept !== 'boolean' ||
    !(refusedAt === undefined || Number.isSafeInteger(refusedAt))
  )
    throw unreadable()
  return {
    id,
    state,
    at: at as number,
    journal,
    kept,
    ...(refusedAt === undefined ? {} : { refusedAt: refusedAt as number }),
    spends: recordsOf(entry.spends).map(({ currency, amount, order }) => {
      if (!isAddress(currency) || !(order === undefined || /^0x[0-9a-f]{64}$/.test(String(order))))
        throw unreadable()
      return { currency, amount: unitsOf(amount), ...(order === undefined ? {} : { order: order as Hex }) }
    }),
    allows: recordsOf(entry.allows).map(({ currency, spender, amount }) => {
      if (!isAddress(currency) || !isAddress(spender)) throw unreadable()
      return { currency, spender, amount: unitsOf(amount) }
    }),
    fee: unitsOf(entry.fee),
  }
}

const unreadable = () => new TypeError('An entry of the mandate is unreadable.')

function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value) && value.every(isRecord)) return value
  throw unreadable()
}

function unitsOf(value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,78}$/.test(value)) return BigInt(value)
  throw unreadable()
}
