import { isBytes32, lowerHex } from '@sluice/seaport/hex'
import type { Address } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { callData, type Head, readHead, readWord, selectors } from '../chain/reads.ts'
import { readReceipt } from '../chain/receipts.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { hasLapsed, type JournalEntry } from '../journal/journalEntry.ts'
import { readSignedOrder } from '../journal/signedOrderStatus.ts'
import { type JournalOrder, journalOrders } from '../journal/signedOrders.ts'
import { textOf } from '../property.ts'
import { lookUpRefused } from '../recovery/refusedCalls.ts'
import type { MandateEntry, Spend } from './entry.ts'
import type { Ledger } from './ledger.ts'

type Proofs = {
  readonly client: Client
  readonly reader: ChainReader
  readonly head: Head
  readonly journal: ReadonlyMap<string, JournalEntry>
  readonly orders: ReadonlyMap<string, JournalOrder>
}

/**
 * Finds out how open entries ended, from the journal and the chain: a call by its receipt, a bid by its status at
 * Seaport, an allowance by what is left of it. What is not proven stays as it is and goes on counting.
 * @throws {TradeError} `storage_failed`
 */
export async function settle(
  client: Client,
  chain: Chain,
  reader: ChainReader,
  ledger: Ledger,
): Promise<readonly MandateEntry[]> {
  const entries = await ledger.entries()
  if (!entries.some(isUnsettled)) return entries
  const proofs = await readProofs(client, chain, reader)
  if (proofs === undefined) return entries
  const settled = await Promise.all(
    entries.map(async (entry) => {
      if (!isUnsettled(entry)) return [entry]
      const found = await settledEntry(entry, proofs).catch((cause: unknown) => {
        client.log.verbose('It is not known yet how a prompt under the mandate ended.', {
          reason: textOf(cause),
        })
        return entry
      })
      if (found === 'nothing') await ledger.forget(entry.id)
      else if (found !== entry) await ledger.write(found)
      return found === 'nothing' ? [] : [found]
    }),
  )
  return settled.flat()
}

const isUnsettled = ({ state, allows }: MandateEntry): boolean => state !== 'settled' || allows.length > 0

async function readProofs(client: Client, chain: Chain, reader: ChainReader): Promise<Proofs | undefined> {
  try {
    const [head, entries, orders] = await Promise.all([
      readHead(reader),
      client.journal.entries(),
      journalOrders(client, chain, undefined),
    ])
    return {
      client,
      reader,
      head,
      journal: new Map(entries.map((entry) => [entry.id, entry])),
      orders: new Map(orders.map((order) => [order.orderId, order])),
    }
  } catch (cause) {
    client.log.warn('It could not be read how prompts under the mandate ended: they count as spent.', {
      reason: textOf(cause),
    })
    return undefined
  }
}

/** Returns the entry as the proofs show it, or `nothing` if nothing of it happened or can happen. */
async function settledEntry(entry: MandateEntry, proofs: Proofs): Promise<MandateEntry | 'nothing'> {
  const written = proofs.journal.get(entry.journal)
  if (entry.state === 'settled') return withAllowances(entry, written?.account, proofs)
  if (written === undefined) return entry
  const { state, kind, post } = written
  if (state === 'rejected' && post?.signature === undefined)
    return kind === 'signature' ? 'nothing' : settledRefusal(entry, written, proofs)
  if (kind === 'signature') return settledOrders(entry, proofs)
  if (state !== 'done' && state !== 'failed' && state !== 'replaced') return entry
  const { hash } = written
  const receipt = isBytes32(hash) ? await readReceipt(proofs.reader, lowerHex(hash)) : undefined
  // A call without its effect may have spent the money all the same.
  if (state === 'failed' && hash !== undefined && receipt === undefined) return entry
  // Another transaction took its place only where its own nonce was known; else it may wait where no node sees it.
  const isGuessed = state === 'replaced' && written.nonce === undefined
  if (isGuessed && receipt === undefined && !hasLapsed(written)) return entry
  const isSpent = state === 'done' || receipt?.status === 'success'
  // What the account paid for the gas; what was reserved where a node does not say it.
  const fee = receipt?.gasCost ?? entry.fee
  const settled = { ...entry, fee, state: 'settled', at: Date.now() } as const
  if (!isSpent) return { ...settled, spends: [], allows: [] }
  const skipped = new Set(state === 'done' ? written.skipped : [])
  const spends = entry.kept ? [] : entry.spends.filter(({ order }) => !(order && skipped.has(order)))
  return withAllowances({ ...settled, spends }, written.account, proofs)
}

/** Milliseconds after which a chain that makes no block has had its time to show a call that was sent. */
const quietFor = 60_000

/**
 * Returns `nothing` once the chain supports that a wallet refused a call: at a later block the account has sent nothing
 * that is the call. A call that was sent all the same is written to the journal, which then says how it ended. An entry
 * that was written after the reservation is of another prompt, which took its id: earlier versions named a prompt by its call.
 */
async function settledRefusal(
  entry: MandateEntry,
  written: JournalEntry,
  { client, reader, head, journal }: Proofs,
): Promise<MandateEntry | 'nothing'> {
  if (written.createdAt > entry.at) return entry
  const found = await lookUpRefused(reader, written, [...journal.values()])
  if (found.state === 'sent')
    await client.journal.write({ ...written, state: 'sent', hash: found.hash, updatedAt: Date.now() })
  if (found.state !== 'unsent') return entry
  const block = Number(head.number ?? 0n)
  const isLater = block > (entry.refusedAt ?? block) || Date.now() - written.updatedAt > quietFor
  if (isLater) return 'nothing'
  return entry.refusedAt === undefined ? { ...entry, refusedAt: block } : entry
}

/** Returns a signature's entry once the chain shows all of its orders filled, cancelled or expired. */
async function settledOrders(
  entry: MandateEntry,
  { reader, head, orders }: Proofs,
): Promise<MandateEntry | 'nothing'> {
  const spends: Spend[] = []
  for (const spend of entry.spends) {
    const order = spend.order === undefined ? undefined : orders.get(spend.order)
    if (order === undefined || head.time === undefined) return entry
    const { state, proven, filled } = await readSignedOrder(reader, order, head.time)
    const isOver = state === 'cancelled' || state === 'expired' || state === 'counter_raised'
    if (!proven || !(isOver || state === 'filled')) return entry
    const done = state === 'filled' ? 1n : (filled?.done ?? 0n)
    const of = state === 'filled' ? 1n : (filled?.of ?? 1n)
    // Rounded up: a part of a base unit is paid as a whole one.
    const amount = (spend.amount * done + of - 1n) / of
    if (amount > 0n) spends.push({ ...spend, amount })
  }
  if (spends.length === 0) return 'nothing'
  return { ...entry, spends, state: 'settled', at: Date.now() }
}

/** Returns an entry with what the chain shows to be left of its allowances. */
async function withAllowances(
  entry: MandateEntry,
  account: Address | undefined,
  { reader }: Proofs,
): Promise<MandateEntry> {
  if (account === undefined) return entry
  const allows = await Promise.all(
    entry.allows.map(async (allow) => {
      const data = callData(selectors.allowance, account, allow.spender)
      const left = await readWord(reader, allow.currency, data)
      return left === undefined || left >= allow.amount ? allow : { ...allow, amount: left }
    }),
  )
  return { ...entry, allows: allows.filter(({ amount }) => amount > 0n) }
}
