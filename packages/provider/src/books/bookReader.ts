import type { Address } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { readWatched } from '../storage/chain/watched.ts'
import {
  type BookReading,
  forgetBookReading,
  readBookReadings,
  saveBookReading,
} from '../storage/orders/bookReadings.ts'
import { BookError } from './bookError.ts'
import { importOrders } from './importOrders.ts'
import {
  type BookOrder,
  type BookPage,
  type BookStream,
  type OrderBook,
  type OrderRef,
  type ReadableBook,
  refKey,
} from './orderBook.ts'
import { openAmong, openOrders, withdrawOrders } from './withdrawOrders.ts'

/** Milliseconds that a collection waits for the stream before its pages are read, so that they are read once. */
const streamDelay = 3_000
/** Milliseconds after which the pages of a collection are read again, whatever the stream said. */
const rereadInterval = 3_600_000
/** Reports that wait to be stored; when there are more, the pages are read instead. */
const maxReports = 5_000
/** Orders that ended, of which late events are expected. */
const maxEnded = 20_000
/** Pages that are stored at once: while one waits for the chain or the disk, others are hashed and verified. */
const maxStoring = 4
/** Reports that are stored at once. */
const batchSize = 500
/** Pages of one collection and side: a book that never ends is cut off. */
const maxPages = 2_000
/** Pages after which it is kept how far a reading is: a process that starts again goes on there. */
const pagesPerSave = 20

/** Milliseconds after which a reading that failed goes on. */
const retryDelay = 5_000

type Side = 'sell' | 'buy'
/** How far the pages of a collection are read. */
type Place = {
  sides: readonly Side[]
  cursor: string | undefined
  pages: number
  /** The page at `cursor`, where it was asked for already. */
  ahead: Promise<BookPage> | undefined
  /** Whether another process read the pages before. Nobody knows what changed in them meanwhile. */
  readonly isResumed: boolean
  /** Orders that need the book and were open before, and those that the pages hold. */
  readonly kept: readonly OrderRef[]
  readonly seen: Set<string>
  /** Orders that were reported as ended meanwhile: a page from before may hold them. */
  readonly ended: Map<string, OrderRef>
}
type Report = { readonly order: BookOrder } | { readonly gone: OrderRef }

/** Stores several pages at once; the first fault is thrown by whatever is called next. */
function createStoring() {
  const storing = new Set<Promise<void>>()
  let fault: unknown
  const check = (): void => {
    if (fault !== undefined) throw fault
  }
  const done = async (): Promise<void> => {
    await Promise.all(storing)
    check()
  }
  const add = async (work: Promise<void>): Promise<void> => {
    const settled = work
      .catch((cause: unknown) => {
        fault ??= cause
      })
      .finally(() => storing.delete(settled))
    storing.add(settled)
    if (storing.size >= maxStoring) await Promise.race(storing)
    check()
  }
  return {
    add,
    /** Does `work` once all that was added before is stored, and not at all where that failed. */
    afterwards: (work: () => Promise<void>): Promise<void> => add(done().then(work)),
    done,
  }
}

/** Reads one other order book, in turns that are called again and again until `close`. */
export type BookReader = {
  /** Stores what was reported, and reads the pages of collections that are due. @throws {BookError} */
  turn(signal: AbortSignal): Promise<void>
  close(): void
}

/**
 * Makes the reader of one book: every watched collection by pages first, then by the book's events. Whenever events may
 * have been missed, the pages are read again.
 */
export function createBookReader(
  chain: ChainDeps,
  book: OrderBook & { readonly reads: ReadableBook },
): BookReader {
  const { clock, config, counts, db, log } = chain
  const { reads } = book
  /** When each watched collection is read next. */
  const due = new Map<Address, number>()
  let contracts: ReadonlySet<Address> = new Set()
  let reports: Report[] = []
  const ended = new Map<string, OrderRef>()
  const begun = new Map<Address, Place>()
  /** Readings of an earlier process that were not finished; read when the first one begins. */
  let interrupted: Map<Address, BookReading> | undefined
  let stream: BookStream | undefined

  /** Whether a report says something new: an order that has ended is not brought back by a late event. */
  const isNews = (one: Report): boolean => {
    const ref = 'order' in one ? one.order : one.gone
    const key = refKey(ref)
    const isOpen = 'order' in one ? one.order.isOpen : false
    if (isOpen === undefined) return !ended.has(key)
    for (const map of [ended, ...[...begun.values()].map((place) => place.ended)]) {
      map.delete(key)
      if (!isOpen) map.set(key, { id: ref.id, seaport: ref.seaport })
    }
    for (const oldest of ended.keys()) {
      if (ended.size <= maxEnded) break
      ended.delete(oldest)
    }
    return true
  }
  const report = (one: Report): void => {
    if (!isNews(one)) return
    if (reports.length < maxReports) reports.push(one)
    else for (const contract of contracts) due.set(contract, clock())
  }
  const listen = (): BookStream =>
    reads.follow({
      order: (order) => report({ order }),
      gone: (gone) => report({ gone }),
      gap: (contract) => {
        if (due.has(contract)) due.set(contract, clock())
      },
    })

  /** Watches what the chain's follower watches. */
  const watch = async (): Promise<void> => {
    contracts = new Set((await readWatched(db, config.id)).contracts)
    for (const contract of due.keys()) if (!contracts.has(contract)) due.delete(contract)
    const added = [...contracts].filter((contract) => !due.has(contract))
    if (added.length === 0) return
    stream ??= listen()
    for (const contract of added) {
      due.set(contract, clock() + streamDelay)
      stream.watch(contract)
    }
  }

  const terms = { domain: book.domain, zones: reads.zones }

  const storeReports = async (): Promise<void> => {
    while (reports.length > 0) {
      const taken = reports.slice(0, batchSize)
      const orders = taken.flatMap((one) => ('order' in one ? [one.order] : []))
      const gone = taken.flatMap((one) => ('gone' in one ? [one.gone] : []))
      await importOrders(chain, book, contracts, orders)
      await withdrawOrders(chain, await openAmong(chain, terms, gone))
      reports = reports.slice(taken.length)
    }
  }

  const begin = async (contract: Address): Promise<Place> => {
    interrupted ??= new Map(
      (await readBookReadings(db, config.id, book.name)).map((reading) => [reading.contract, reading]),
    )
    const before = interrupted.get(contract)
    interrupted.delete(contract)
    return {
      sides: before?.side === 'buy' ? ['buy'] : ['sell', 'buy'],
      cursor: before?.cursor,
      pages: before?.pages ?? 0,
      ahead: undefined,
      isResumed: before !== undefined,
      kept: before === undefined ? await openOrders(chain, terms, { contract }) : [],
      seen: new Set(),
      ended: new Map(),
    }
  }
  /** A reading that ended, or whose place the book does not know any more. */
  const forget = async (contract: Address): Promise<void> => {
    begun.delete(contract)
    await forgetBookReading(db, config.id, book.name, contract)
  }

  /** Reads the pages of one collection from where the last attempt stopped, and withdraws what they do not hold. */
  const readPages = async (contract: Address, signal: AbortSignal): Promise<void> => {
    if (!(await reads.knows(contract, signal))) return
    stream?.watch(contract)
    const place = begun.get(contract) ?? (await begin(contract))
    begun.set(contract, place)
    const storing = createStoring()
    try {
      while (place.sides.length > 0 && !signal.aborted) {
        const [side] = place.sides as [Side]
        const page = await (place.ahead ?? reads.read(contract, side, place.cursor, signal))
        place.ahead = undefined
        if (page.next !== undefined && (page.next === place.cursor || place.pages === maxPages)) {
          await storing.done()
          await forget(contract)
          throw new BookError('unreadable', 'The pages of the order book do not end.')
        }
        if (page.next !== undefined) {
          // The book answers while the page before is stored.
          place.ahead = reads.read(contract, side, page.next, signal)
          place.ahead.catch(() => undefined)
        }
        for (const order of page.orders) place.seen.add(refKey(order))
        if (page.unreadable > 0) counts.add('book-order-unreadable')
        await storing.add(importOrders(chain, book, contracts, page.orders))
        await storeReports()
        place.cursor = page.next
        place.pages += 1
        if (page.next === undefined) place.sides = place.sides.slice(1)
        if (page.next !== undefined && place.pages % pagesPerSave === 0) {
          const reading = { contract, side, cursor: page.next, pages: place.pages }
          await storing.afterwards(() => saveBookReading(db, config.id, book.name, reading))
        }
      }
    } finally {
      // A fault of the database counts, also where the book failed meanwhile.
      await storing.done()
    }
    if (signal.aborted) return
    await forget(contract)
    if (place.isResumed) due.set(contract, clock())
    const dropped = place.kept.filter((one) => !place.seen.has(refKey(one)))
    const ended = await openAmong(chain, terms, [...place.ended.values()])
    await withdrawOrders(chain, [...dropped, ...ended])
    counts.add('book-read')
    log.debug({ book: book.name, contract, orders: place.seen.size }, 'the pages of an order book were read')
  }

  return {
    turn: async (signal) => {
      await watch()
      await storeReports()
      const faults: unknown[] = []
      for (const [contract, at] of [...due]) {
        if (signal.aborted || at > clock()) continue
        // A gap that is reported while the pages are read has them read once more.
        due.set(contract, clock() + rereadInterval)
        try {
          await readPages(contract, signal)
        } catch (cause) {
          const place = begun.get(contract)
          if (place !== undefined) place.ahead = undefined
          // What was not stored is read once more, and so is what the book has no place of any more.
          const isRefused =
            cause instanceof BookError && cause.kind === 'refused' && ![401, 403].includes(cause.status)
          if (!(cause instanceof BookError)) begun.delete(contract)
          else if (isRefused && place?.cursor !== undefined) await forget(contract)
          due.set(contract, clock() + retryDelay)
          // What the book says of one collection does not keep others from being read.
          if (!(cause instanceof BookError) || cause.kind === 'unreachable' || cause.kind === 'limited')
            throw cause
          faults.push(cause)
        }
      }
      if (faults.length > 0) throw faults[0]
    },
    close: () => stream?.close(),
  }
}
