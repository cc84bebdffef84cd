import type { Intent } from '@sluice/guards'
import { addTo } from '@sluice/guards/internal'
import type { Address } from 'viem'
import { TradeError } from '../errors.ts'
import type { ParsedTerms } from './terms.ts'

/**
 * Returns the error for what a mandate does not allow; `field` names the part of the mandate. Nothing was signed or sent
 * for certain.
 */
export const beyondMandate = (
  code: 'invalid_input' | 'blocked',
  field: keyof ParsedTerms | 'per' | 'parameters',
  message: string,
): TradeError => new TradeError(code, message, { data: { field: `mandate.${field}`, nothingSent: true } })

/** Checks that the mandate has not ended, and that an order ends before it. Milliseconds. */
export function checkTime(
  { until }: ParsedTerms,
  code: 'invalid_input' | 'blocked',
  now: number,
  end: number = now,
): void {
  if (now >= until) throw beyondMandate(code, 'until', 'The mandate has ended.')
  if (end > until)
    throw beyondMandate(
      code,
      'until',
      `An order must end before the mandate does, by ${new Date(until).toISOString()}.`,
    )
}

/**
 * Checks what an action wants against a mandate, before anything is requested. What only the provider's plan says, such
 * as the collection of an order that is bought by its id, is checked by `checkItem`.
 *
 * @returns what the action may spend at most, by currency.
 * @throws {TradeError} `invalid_input`; `field` names the part of the mandate that does not allow it.
 */
export function checkIntent(terms: ParsedTerms, intent: Intent, now: number): ReadonlyMap<Address, bigint> {
  const { action } = intent
  if (!terms.actions.includes(action))
    throw beyondMandate('invalid_input', 'actions', `The mandate does not allow the action ${action}.`)
  checkTime(terms, 'invalid_input', now)
  const collections = collectionsOf(intent)
  for (const collection of collections) checkCollection(terms, 'invalid_input', collection)
  for (const recipient of recipientsOf(intent)) checkRecipient(terms, 'invalid_input', recipient)
  if (intent.action === 'list' || intent.action === 'bid')
    for (const { endTime } of intent.action === 'list' ? intent.listings : intent.bids)
      checkTime(terms, 'invalid_input', now, Number(endTime) * 1_000)
  if (action === 'list' || action === 'sell')
    for (const collection of collections) floorsOf(terms, 'invalid_input', collection)
  return spendOf(intent)
}

export function checkCollection(
  { collections }: ParsedTerms,
  code: 'invalid_input' | 'blocked',
  collection: Address,
): void {
  if (!collections.includes(collection))
    throw beyondMandate(code, 'collections', `The mandate does not allow the collection ${collection}.`)
}

export function checkRecipient(
  { recipients }: ParsedTerms,
  code: 'invalid_input' | 'blocked',
  recipient: Address | undefined,
): void {
  if (recipient === undefined || !recipients.includes(recipient))
    throw beyondMandate(code, 'recipients', `The mandate does not allow the recipient ${recipient}.`)
}

/** Returns the least that a token of a collection must bring, per currency. */
export function floorsOf(
  { floors }: ParsedTerms,
  code: 'invalid_input' | 'blocked',
  collection: Address,
): ReadonlyMap<Address, bigint> {
  const found = floors.get(collection)
  if (found !== undefined) return found
  throw beyondMandate(code, 'floors', `The mandate names no floor for the collection ${collection}.`)
}

function collectionsOf(intent: Intent): readonly Address[] {
  switch (intent.action) {
    case 'buy':
      return intent.items.flatMap(({ target }) => (target.kind === 'order' ? [] : [target.contract]))
    case 'bid':
      return intent.bids.map(({ target }) => target.contract)
    case 'list':
      return intent.listings.map(({ contract }) => contract)
    case 'cancel':
      return []
    case 'announce':
      return [intent.contract]
    default:
      return intent.items.map(({ contract }) => contract)
  }
}

/** Who receives tokens or fees that the caller named, besides the account itself. */
function recipientsOf(intent: Intent): readonly Address[] {
  if (intent.action === 'transfer') return [intent.to]
  if (intent.action !== 'buy' && intent.action !== 'sell') return []
  const fees = intent.feesOnTop.map(({ recipient }) => recipient)
  return intent.action === 'buy' && intent.recipient !== intent.account ? [intent.recipient, ...fees] : fees
}

function spendOf(intent: Intent): ReadonlyMap<Address, bigint> {
  if (intent.action === 'buy') {
    if (intent.limits !== undefined) return intent.limits
    throw beyondMandate(
      'invalid_input',
      'spend',
      'A purchase under a mandate needs "expectedPrice", or a "maxPrice" for each item.',
    )
  }
  const sums = new Map<Address, bigint>()
  if (intent.action === 'bid') for (const { currency, gross } of intent.bids) addTo(sums, currency, gross)
  return sums
}
