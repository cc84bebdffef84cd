import { addTo } from '@sluice/guards/internal'
import { type Address, zeroAddress } from 'viem'
import { TradeError } from '../errors.ts'
import type { JournalStorage } from '../journal/storage.ts'
import { wait } from '../wait.ts'
import { beyondMandate } from './checkIntent.ts'
import { type MandateEntry, readEntry, writeEntry } from './entry.ts'
import type { ParsedTerms } from './terms.ts'

/** How much is committed: per currency, and for network fees in wei. */
export type Committed = { readonly spent: ReadonlyMap<Address, bigint>; readonly fees: bigint }

/** What is committed under a mandate, in a storage that several pages or processes may share. */
export type Ledger = {
  /** Every entry. Rejects with `storage_failed` if the storage fails, or holds one that is unreadable. */
  readonly entries: () => Promise<readonly MandateEntry[]>
  /**
   * Writes an entry as reserved, if the mandate has room for it.
   * @throws {TradeError} `blocked` without room, `busy` if others reserve at the same time, `storage_failed`.
   */
  readonly reserve: (entry: Omit<MandateEntry, 'id' | 'state' | 'at'>) => Promise<MandateEntry>
  readonly write: (entry: MandateEntry) => Promise<void>
  readonly forget: (id: string) => Promise<void>
}

const prefix = 'sluice.mandate.1.'

/** How often a reservation is tried again while others that reserve at the same time leave no room. */
const attempts = 6

/** Opens the entries of one mandate on one chain. */
export function openLedger(storage: JournalStorage, terms: ParsedTerms, chainId: number): Ledger {
  const own = `${prefix}${chainId}.${terms.id}.`
  const failed = (cause: unknown) =>
    new TradeError('storage_failed', 'What the mandate has spent could not be read or written.', {
      cause,
      data: { nothingSent: true },
    })
  const stored = async <T>(work: () => Promise<T>): Promise<T> => {
    if (storage.lost === true) throw failed('The storage is lost.')
    try {
      return await work()
    } catch (cause) {
      throw failed(cause)
    }
  }
  const entries = () =>
    stored(async () => {
      const keys = (await storage.keys()).filter((key) => key.startsWith(own))
      const values = await Promise.all(keys.map((key) => storage.get(key)))
      return values.flatMap((value) => (value === null ? [] : [readEntry(value)]))
    })
  const write = (entry: MandateEntry) => stored(() => storage.set(own + entry.id, writeEntry(entry)))
  const forget = (id: string) => stored(() => storage.delete(own + id))

  /**
   * A storage cannot compare and set. Each reservation therefore has a key of its own, is written first, and then counted
   * with all others: of two that are written at the same time at least one sees the other, so that both never pass.
   */
  const tryReserve = async (entry: MandateEntry): Promise<'reserved' | 'contended'> => {
    await write(entry)
    try {
      const all = await entries()
      if (all.every(({ id }) => id !== entry.id)) throw failed('An entry that was written is not there.')
      const others = all.filter(({ id }) => id !== entry.id)
      const beyond = shortage(terms, others, entry)
      if (beyond === undefined) return 'reserved'
      await forget(entry.id)
      const settledOnly = others.filter(({ state }) => state !== 'claimed')
      if (shortage(terms, settledOnly, entry) !== undefined) throw beyond
      return 'contended'
    } catch (cause) {
      await forget(entry.id).catch(() => undefined)
      throw cause
    }
  }

  return {
    entries,
    write,
    forget,
    reserve: async (wanted) => {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const id = globalThis.crypto.randomUUID()
        const entry: MandateEntry = { ...wanted, id, state: 'claimed', at: Date.now() }
        if ((await tryReserve(entry)) === 'reserved') {
          const reserved = { ...entry, state: 'reserved' } as const
          await write(reserved)
          return reserved
        }
        await wait(Math.random() * 40 * 2 ** attempt, undefined)
      }
      throw new TradeError('busy', 'Other clients of this mandate have reserved what is left of it.', {
        data: { nothingSent: true },
      })
    },
  }
}

/** Returns the error for an entry that the mandate has no room for beside others. */
function shortage(
  terms: ParsedTerms,
  others: readonly MandateEntry[],
  entry: MandateEntry,
): TradeError | undefined {
  const before = committed(terms, others, entry.at)
  const after = committed(terms, [...others, entry], entry.at)
  for (const [currency, amount] of after.spent)
    if (amount > (before.spent.get(currency) ?? 0n) && amount > (terms.spend.get(currency) ?? 0n))
      return beyondMandate('blocked', 'spend', spendMessage(terms, currency, before))
  if (terms.networkFee !== undefined && entry.fee > 0n && after.fees > terms.networkFee)
    return beyondMandate('blocked', 'networkFee', 'The network fees would exceed the mandate.')
  return undefined
}

const spendMessage = ({ spend }: ParsedTerms, currency: Address, { spent }: Committed): string => {
  const most = spend.get(currency)
  if (most === undefined) return `The mandate does not allow to spend ${currency}.`
  const left = most - (spent.get(currency) ?? 0n)
  return `The mandate has ${left > 0n ? left : 0n} base units of ${currency} left, which is not enough.`
}

/**
 * Checks that an action's limits fit into what is left, before anything is requested. Nothing is reserved.
 * @throws {TradeError} `invalid_input` for `mandate.spend`
 */
export function checkRoom(
  terms: ParsedTerms,
  entries: readonly MandateEntry[],
  wanted: ReadonlyMap<Address, bigint>,
  now: number,
): void {
  const before = committed(terms, entries, now)
  for (const [currency, amount] of wanted)
    if (amount + (before.spent.get(currency) ?? 0n) > (terms.spend.get(currency) ?? -1n))
      throw beyondMandate('invalid_input', 'spend', spendMessage(terms, currency, before))
}

/**
 * Returns what counts as spent now: what was spent within the window, and the larger of what is reserved and of what
 * allowances could take, since both are the same money.
 */
export function committed(terms: ParsedTerms, entries: readonly MandateEntry[], now: number): Committed {
  const settled = new Map<Address, bigint>()
  const reserved = new Map<Address, bigint>()
  const allowed = new Map<string, { readonly currency: Address; readonly amount: bigint }>()
  let fees = 0n
  for (const { state, at, spends, allows, fee } of entries) {
    const isOpen = state !== 'settled'
    const counts = isOpen || terms.window === undefined || at > now - terms.window
    if (counts) fees += fee
    if (counts)
      for (const { currency, amount } of spends) addTo(isOpen ? reserved : settled, currency, amount)
    // An allowance counts until the chain shows it used up or withdrawn, however old it is.
    for (const { currency, spender, amount } of allows) {
      const key = `${currency}:${spender}`
      if (amount > (allowed.get(key)?.amount ?? -1n)) allowed.set(key, { currency, amount })
    }
  }
  const sums = new Map<Address, bigint>()
  for (const { currency, amount } of allowed.values()) addTo(sums, currency, amount)
  for (const [currency, amount] of reserved)
    if (amount > (sums.get(currency) ?? 0n)) sums.set(currency, amount)
  for (const [currency, amount] of settled) addTo(sums, currency, amount)
  if (terms.networkFee === undefined && fees > 0n) addTo(sums, zeroAddress, fees)
  return { spent: sums, fees }
}
