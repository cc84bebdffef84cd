import type { Purpose } from '@sluice/guards'
import { ItemType, isCriteria, type OrderComponents } from '@sluice/seaport'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { signedOrdersOf, signsNothing } from '../journal/signedOrders.ts'
import { tokensOfEntry } from '../journal/tokensOfEntry.ts'
import { property } from '../property.ts'
import { endedBy } from '../signatures/confirmEnded.ts'

/**
 * Returns whether the user has replaced or cancelled what an entry signs, or given away what it sells, as far as the journal
 * knows. What was agreed in
 * one run stands side by side; of different runs, the later order or statement about the same thing counts. Of two that
 * were asked for in the same millisecond, neither is known to count.
 */
export function isSuperseded(entry: JournalEntry, entries: readonly JournalEntry[]): boolean {
  const others = entries.filter(
    (other) =>
      other.id !== entry.id &&
      other.account === entry.account &&
      other.chainId === entry.chainId &&
      !hasNoEffect(other),
  )
  const later = others.filter(({ createdAt }) => createdAt >= entry.createdAt)
  return isEnded(entry, others, later) || isRepeated(entry, later) || isGivenAway(entry, later)
}

/** Whether the user refused the prompt of an entry, or its signature was never valid. */
const hasNoEffect = (entry: JournalEntry): boolean =>
  entry.kind === 'signature' ? signsNothing(entry) : entry.state === 'rejected'

/** Whether a cancellation or a replacement names an order of the entry; one that has not ended yet counts too. */
function isEnded(
  { orderIds, ends = [] }: JournalEntry,
  others: readonly JournalEntry[],
  later: readonly JournalEntry[],
): boolean {
  if (orderIds.length === 0) return false
  const names = (entry: JournalEntry, ids: readonly string[]) => endsOf(entry).some((id) => ids.includes(id))
  return (
    others.some((other) => names(other, orderIds)) ||
    later.some((other) => isCancellation(other) && (names(other, ends) || endsAll(other)))
  )
}

const isCancellation = ({ purpose }: JournalEntry): boolean =>
  purpose === 'cancel' || purpose === 'sign-cancel'

const endsOf = (entry: JournalEntry): readonly string[] =>
  entry.purpose === 'cancel' ? entry.orderIds : endedBy(entry)

/** Whether an entry is the call that raises the account's counter: it names no order. */
const endsAll = ({ purpose, orderIds }: JournalEntry): boolean =>
  purpose === 'cancel' && orderIds.length === 0

const statements: ReadonlySet<Purpose> = new Set(['sign-auction', 'sign-withdrawal'])

/** Whether another run later signed an order or a statement about the same thing. */
function isRepeated(entry: JournalEntry, later: readonly JournalEntry[]): boolean {
  const others = later.filter(({ run, kind }) => run !== entry.run && kind === 'signature')
  if (statements.has(entry.purpose))
    return others.some(
      ({ purpose, post }) => statements.has(purpose) && tokenOf(post) === tokenOf(entry.post),
    )
  if (entry.orderIds.length === 0) return false
  const subjects = new Set([...subjectsOf(entry), ...(entry.parts ?? [])])
  return others
    .filter(({ purpose }) => purpose === entry.purpose)
    .some((other) => [...(other.parts ?? []), ...subjectsOf(other)].some((text) => subjects.has(text)))
}

/** Whether a token that an entry lists was sold or transferred later: if it comes back, the old price is no longer meant. */
function isGivenAway(entry: JournalEntry, later: readonly JournalEntry[]): boolean {
  if (entry.purpose !== 'sign-listing') return false
  const listed = new Set(tokensOfEntry(entry))
  return later
    .filter(({ purpose, state }) => (purpose === 'sell' || purpose === 'transfer') && state !== 'failed')
    .some((other) => tokensOfEntry(other).some((token) => listed.has(token)))
}

/** The token that a statement is about. */
const tokenOf = (post: JournalEntry['post']): unknown => property(post?.body, 'token')

/** Returns the tokens, collections or sets of tokens that the orders of an entry are for. */
const subjectsOf = (entry: JournalEntry): readonly string[] =>
  signedOrdersOf(entry).flatMap(({ components }) => tokensOf(components))

function tokensOf({ offer, consideration }: OrderComponents): readonly string[] {
  return [...offer, ...consideration]
    .filter(({ itemType }) => itemType > ItemType.erc20)
    .map(({ itemType, token, identifierOrCriteria }) =>
      [isCriteria(itemType) ? 'set' : 'token', token, identifierOrCriteria].join(' '),
    )
}
