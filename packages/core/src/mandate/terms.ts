import { frozenCopy } from '@sluice/guards/internal'
import type { Address } from 'viem'
import { invalidInput } from '../errors.ts'
import {
  type BaseUnits,
  parseAddress,
  parseBaseUnits,
  parseList,
  parseNonEmptyList,
} from '../input/values.ts'
import { isRecord } from '../property.ts'
import type { Action } from '../run/execution.ts'

/** An amount of one currency in base units; the zero address is the native coin. */
export type MandateAmount = { readonly currency: string; readonly amount: BaseUnits }

/** The least that one token of a collection must bring after all fees. */
export type MandateFloor = MandateAmount & { readonly collection: string }

/** What a holder of a mandate may do. Everything that is not named is refused. */
export type MandateTerms = {
  /**
   * Names the mandate in the storage; `default` by default. Amounts are counted under this name, so that a mandate with
   * changed terms goes on counting.
   */
  readonly id?: string | undefined
  /** The chain it holds on; the active chain by default. */
  readonly chainId?: number | undefined
  /** The most that may leave the account, per currency. A currency that is not listed may not leave. */
  readonly spend: readonly MandateAmount[]
  /** The time over which `spend` and `networkFee` count: any 24 hours, the whole mandate, or milliseconds. */
  readonly per: 'day' | 'total' | number
  /** Contracts whose tokens may be traded. */
  readonly collections: readonly string[]
  /** When the mandate ends, in milliseconds since 1970. Orders that are signed under it must end by then. */
  readonly until: number
  readonly actions: readonly Action[]
  /** The least that a token must bring. Without a floor for its collection a token is neither listed nor sold. */
  readonly floors?: readonly MandateFloor[] | undefined
  /** Who, besides the account, may receive tokens or fees on top. */
  readonly recipients?: readonly string[] | undefined
  /** The most for network fees in wei. Without it they count as the native coin of `spend`. */
  readonly networkFee?: BaseUnits | undefined
}

/** The terms as they are enforced: parsed, lower-cased and frozen. */
export type ParsedTerms = {
  readonly id: string
  readonly chainId: number | undefined
  readonly spend: ReadonlyMap<Address, bigint>
  /** Milliseconds; `undefined` for the whole mandate. */
  readonly window: number | undefined
  readonly collections: readonly Address[]
  readonly until: number
  readonly actions: readonly Action[]
  /** By collection, the least per currency. */
  readonly floors: ReadonlyMap<Address, ReadonlyMap<Address, bigint>>
  readonly recipients: readonly Address[]
  readonly networkFee: bigint | undefined
}

const actions: readonly Action[] = ['buy', 'sell', 'list', 'bid', 'cancel', 'transfer']
const fields: readonly (keyof MandateTerms)[] = [
  'id',
  'chainId',
  'spend',
  'per',
  'collections',
  'until',
  'actions',
  'floors',
  'recipients',
  'networkFee',
]

const day = 86_400_000

/**
 * Parses the terms of a mandate, as an object or as JSON has them.
 * @throws {TradeError} `invalid_input`; `field` names what cannot be used.
 */
export function parseTerms(value: unknown): ParsedTerms {
  if (!isRecord(value)) throw invalidInput('mandate', 'A mandate must be an object.')
  const unknown = Object.keys(value).find((key) => !fields.some((field) => field === key))
  if (unknown !== undefined)
    throw invalidInput(`mandate.${unknown}`, `"mandate.${unknown}" is not a field of a mandate.`)
  const { id = 'default', chainId, spend, per, collections, until, recipients = [], networkFee } = value
  if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(id))
    throw invalidInput('mandate.id', '"mandate.id" must be 1 to 64 letters, digits, "_" or "-".')
  if (chainId !== undefined && !isPositive(chainId))
    throw invalidInput('mandate.chainId', '"mandate.chainId" must be a positive whole number.')
  if (per !== 'day' && per !== 'total' && !isPositive(per))
    throw invalidInput('mandate.per', '"mandate.per" must be "day", "total" or a number of milliseconds.')
  if (!isPositive(until))
    throw invalidInput('mandate.until', '"mandate.until" must be a time in milliseconds.')
  const addresses = (list: unknown, field: string) =>
    parseList(list, field).map((address, index) => parseAddress(address, `${field}.${index}`))
  return frozenCopy({
    id,
    chainId,
    spend: parseAmounts(spend, 'mandate.spend'),
    window: per === 'day' ? day : per === 'total' ? undefined : per,
    collections: addresses(
      parseNonEmptyList(collections as unknown[], 'mandate.collections'),
      'mandate.collections',
    ),
    until,
    actions: parseNonEmptyList(value.actions as unknown[], 'mandate.actions').map((action, index) => {
      const known = actions.find((one) => one === action)
      if (known !== undefined) return known
      throw invalidInput(`mandate.actions.${index}`, `An action must be one of ${actions.join(', ')}.`)
    }),
    floors: parseFloors(value.floors ?? []),
    recipients: addresses(recipients, 'mandate.recipients'),
    networkFee: networkFee === undefined ? undefined : parseBaseUnits(networkFee, 'mandate.networkFee'),
  })
}

const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

function parseAmount(value: unknown, field: string): readonly [Address, bigint] {
  const { currency, amount } = isRecord(value) ? value : {}
  return [parseAddress(currency, `${field}.currency`), parseBaseUnits(amount, `${field}.amount`)]
}

function parseAmounts(value: unknown, field: string): ReadonlyMap<Address, bigint> {
  const amounts = parseList(value, field).map((entry, index) => parseAmount(entry, `${field}.${index}`))
  const found = new Map(amounts)
  if (found.size < amounts.length) throw invalidInput(field, `"${field}" names a currency twice.`)
  return found
}

function parseFloors(value: unknown): ParsedTerms['floors'] {
  const floors = new Map<Address, Map<Address, bigint>>()
  for (const [index, entry] of parseList(value, 'mandate.floors').entries()) {
    const field = `mandate.floors.${index}`
    const collection = parseAddress(isRecord(entry) ? entry.collection : undefined, `${field}.collection`)
    const [currency, amount] = parseAmount(entry, field)
    const own = floors.get(collection) ?? new Map<Address, bigint>()
    if (own.has(currency)) throw invalidInput(field, 'A collection has two floors in one currency.')
    floors.set(collection, own.set(currency, amount))
  }
  return floors
}
