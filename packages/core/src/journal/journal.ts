import type { OrderFill, Purpose } from '@sluice/guards'
import type { Address, Hex } from 'viem'
import type { JournalStorage } from './storage.ts'

/**
 * Where one prompt stands.
 *
 * - prompting: written before the wallet was asked; nobody knows yet whether it answered.
 * - sent: a hash (or a bundle or Safe id) is known. done: the chain showed it.
 * - signed: the signature is kept and was not posted. posted: the provider took it; of a signed cancellation, the
 *   provider shows its orders as over. maybe_live: it was posted and no answer came, or a cancellation was not
 *   confirmed; treat the order as live until it is cancelled or expires.
 * - rejected, failed, replaced: ended without effect. unknown: needs a look at the chain.
 */
export type JournalState =
  | 'prompting'
  | 'sent'
  | 'done'
  | 'signed'
  | 'posted'
  | 'maybe_live'
  | 'rejected'
  | 'failed'
  | 'replaced'
  | 'unknown'

/** One signature or transaction that this client ever asked a wallet for. */
export type JournalEntry = {
  readonly id: string
  readonly run: string
  readonly chainId: number
  readonly account: Address
  readonly action: string
  readonly kind: 'transaction' | 'signature'
  readonly purpose: Purpose
  readonly digest: Hex
  /** What it is about, a short digest for each item asked for: by it the same action is found when it is started again. */
  readonly parts?: readonly Hex[] | undefined
  readonly state: JournalState
  readonly hash?: string
  /** The wallet's batch that it is part of (EIP-5792), known before the wallet is asked, and its place in it. */
  readonly bundle?: { readonly id: string; readonly index: number } | undefined
  /** The account's next nonce before the prompt. */
  readonly nonceBefore?: number | undefined
  /** The chain's block before the prompt. */
  readonly blockBefore?: number | undefined
  /**
   * By what a call is found inside of a transaction that makes more than it: target, wei in decimal digits, the first
   * four bytes and how many there are. Its digest says whether it is the same.
   */
  readonly call?:
    | { readonly to: Address; readonly value: string; readonly selector: Hex; readonly bytes: number }
    | undefined
  /** Orders that a signature stands for, or that a transaction fills or cancels. */
  readonly orderIds: readonly Hex[]
  /** Of a mined purchase or sale, the orders that it did not fill: they were gone by then. */
  readonly skipped?: readonly Hex[] | undefined
  /** Of a mined purchase or sale, what each order moved: fewer units than asked for where it was filled in part before. */
  readonly fills?: readonly OrderFill[] | undefined
  /** Unix seconds until which the orders stand. */
  readonly until?: number | undefined
  /** What is to be posted: kept before it is, so that a reload can post the same bytes. */
  readonly post?: { readonly endpoint: string; readonly body: unknown; readonly signature?: Hex } | undefined
  /** The user stopped the action before it ended: nothing of it is posted unless the user says so. */
  readonly stopped?: boolean | undefined
  /** Milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** Every signature and transaction that a client ever asked a wallet for, over a storage of the host's choice. */
export type Journal = {
  /** Where the entries are kept. Written to by the journal alone. */
  readonly storage: JournalStorage
  /** Whether entries outlive the page. */
  readonly durable: boolean
  /** The durable storage that was wanted is not there. */
  readonly lost: boolean
  /** Every readable entry, oldest first. What cannot be read is left where it is and not shown. */
  entries(): Promise<readonly JournalEntry[]>
  /** Writes an entry; resolves when the storage has it. */
  write(entry: JournalEntry): Promise<void>
  /** Forgets an entry that has ended. */
  forget(id: string): Promise<void>
  /** Takes a name among the runs of this client; `undefined` while it is taken. Answers what gives it back. */
  claim(name: string): (() => void) | undefined
  /** Called after each change. Answers the function that stops it. */
  subscribe(listener: () => void): () => void
}

const prefix = 'sluice.journal.1.'

/** A journal over a storage. Values that are no entries of ours are ignored. */
export function createJournal(storage: JournalStorage): Journal {
  const listeners = new Set<() => void>()
  const claimed = new Set<string>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  return Object.freeze({
    storage,
    durable: storage.durable,
    lost: storage.lost ?? false,
    entries: async () => (await import('./entries.ts')).readEntries(storage, prefix),
    write: async (entry: JournalEntry) => {
      await storage.set(prefix + entry.id, JSON.stringify(entry))
      tell()
    },
    forget: async (id: string) => {
      await storage.delete(prefix + id)
      tell()
    },
    claim: (name: string) => {
      if (claimed.has(name)) return undefined
      claimed.add(name)
      return () => claimed.delete(name)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
}
