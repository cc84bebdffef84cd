import type { Hex } from 'viem'
import { type JournalEntry, openStates } from './journalEntry.ts'

/** Other entries that made the same call: a transaction counts once. */
export type Rivals = {
  /** Hashes that belong to one of them. */
  readonly known: ReadonlySet<string>
  /** Those that do not know yet what became of them and were written later, the latest first. */
  readonly newer: readonly JournalEntry[]
}

/** Returns the entries of other prompts that made the same call; those of the same batch are one prompt. */
export function rivalsOf(
  { id, account, chainId, digest, bundle, createdAt }: JournalEntry,
  entries: readonly JournalEntry[],
): Rivals {
  const rivals = entries.filter(
    (other) =>
      other.id !== id &&
      other.account === account &&
      other.chainId === chainId &&
      other.digest === digest &&
      (bundle === undefined || other.bundle?.id !== bundle.id),
  )
  return {
    known: new Set(rivals.flatMap(({ hash }) => (hash === undefined ? [] : [hash.toLowerCase()]))),
    newer: rivals
      .filter(
        (other) =>
          other.hash === undefined && openStates.has(other.state) && isNewer(other, { id, createdAt }),
      )
      .sort((one, other) => (isNewer(one, other) ? -1 : 1)),
  }
}

type Written = Pick<JournalEntry, 'id' | 'createdAt'>

/** Whether an entry was written after another one; the ids decide between two of the same moment. */
const isNewer = (one: Written, other: Written): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt

/** A mined transaction that makes a call: one of the account has a nonce, one of another sender the block that holds it. */
type MadeCall = { readonly hash: Hex } & ({ readonly nonce: number } | { readonly block: number })

/** Whether a transaction came after the prompt of an entry, as far as the entry knows. */
const isSince = (call: MadeCall, { nonceBefore = 0, blockBefore = 0 }: JournalEntry): boolean =>
  'nonce' in call ? call.nonce >= nonceBefore : call.block > blockBefore

const positionOf = (call: MadeCall): number => ('nonce' in call ? call.nonce : call.block)

/**
 * Returns which of the mined transactions that make the same call belongs to an entry. One of another
 * entry is not this one's, and of entries that do not know what became of them the newest are served first, whose prompts
 * may still be open.
 */
export async function ownOf(
  calls: AsyncIterable<MadeCall>,
  { known, newer }: Rivals,
): Promise<Hex | undefined> {
  const found: MadeCall[] = []
  for await (const call of calls) {
    if (known.has(call.hash)) continue
    if (newer.length === 0) return call.hash
    found.push(call)
  }
  found.sort((one, other) => positionOf(one) - positionOf(other))
  for (const other of newer) {
    const last = found.at(-1)
    if (last !== undefined && isSince(last, other)) found.pop()
  }
  return found.at(-1)?.hash
}
