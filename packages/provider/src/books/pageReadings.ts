import type { Address } from 'viem'
import type { ChainDeps } from '../deps.ts'
import {
  type BookReading,
  forgetBookReading,
  readBookReadings,
  saveBookReading,
} from '../storage/orders/bookReadings.ts'
import { BookError } from './bookError.ts'
import {
  type BookOrder,
  type BookPage,
  type OrderBook,
  type OrderRef,
  type ReadableBook,
  refKey,
} from './orderBook.ts'
import { createPageStore } from './pageStore.ts'
import { openAmong, openOrders, withdrawOrders } from './withdrawOrders.ts'

/** Pages of one collection and side: a book that never ends is cut off. */
const maxPages = 2_000
/** Pages after which it is kept how far a reading is: a process that starts again goes on there. */
const pagesPerSave = 20

type Side = 'sell' | 'buy'

/** How far the pages of a collection are read. */
type PageReading = {
  sides: readonly Side[]
  cursor: string | undefined
  pages: number
  /** The page at `cursor`, where it was asked for already. */
  ahead: Promise<BookPage> | undefined
  /** Whether the book's pages lead to themselves, or never end. */
  isEndless: boolean
  /** Whether another process read the pages before. Nobody knows what changed in them meanwhile. */
  readonly isResumed: boolean
  /** Orders that need the book and were open before, and those that the pages hold. */
  readonly kept: readonly OrderRef[]
  readonly seen: Set<string>
  /** Orders that were reported as ended meanwhile: a page from before may hold them. */
  readonly ended: Map<string, OrderRef>
}

/** The readings of a book's pages, one for each collection. */
export type PageReadings = {
  /** Readings that were begun and have not ended. */
  open(): Iterable<PageReading>
  /**
   * Reads the pages of one collection from where the last attempt stopped, and withdraws what they do not hold.
   * @returns `resumed` where the beginning was read by an earlier process, so that all has to be read once more.
   * @throws {BookError}
   */
  read(contract: Address, signal: AbortSignal): Promise<'done' | 'resumed' | 'stopped'>
  /** Notes why a reading failed: what was not stored is read once more, and so is what the book has no place of. */
  fail(contract: Address, cause: unknown): Promise<void>
}

/** Whether a book says that it does not know what it was asked for. A key that it refuses is another matter. */
const isRefused = (cause: BookError): boolean =>
  cause.kind === 'refused' && cause.status !== 401 && cause.status !== 403

/**
 * @param storeOrders stores the orders of a page.
 * @param onPage called after each page.
 */
export function createPageReadings(
  chain: ChainDeps,
  book: OrderBook & { readonly reads: ReadableBook },
  storeOrders: (orders: readonly BookOrder[]) => Promise<void>,
  onPage: () => Promise<void>,
): PageReadings {
  const { config, counts, db, log } = chain
  const { reads } = book
  const terms = { domain: book.domain, zones: reads.zones }
  const readings = new Map<Address, PageReading>()
  /** Readings of an earlier process that were not finished; read when the first one begins. */
  let interrupted: Map<Address, BookReading> | undefined

  const begin = async (contract: Address): Promise<PageReading> => {
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
      isEndless: false,
      isResumed: before !== undefined,
      kept: before === undefined ? await openOrders(chain, terms, { contract }) : [],
      seen: new Set(),
      ended: new Map(),
    }
  }
  /** A reading that ended, or whose place the book does not know any more. */
  const forget = async (contract: Address): Promise<void> => {
    readings.delete(contract)
    await forgetBookReading(db, config.id, book.name, contract)
  }
  /** Gets the next page, and asks for the one after it: the book answers while this one is stored. */
  const nextPage = async (
    contract: Address,
    side: Side,
    reading: PageReading,
    signal: AbortSignal,
  ): Promise<BookPage> => {
    const page = await (reading.ahead ?? reads.read(contract, side, reading.cursor, signal))
    reading.ahead = undefined
    if (page.next === undefined) return page
    reading.isEndless = page.next === reading.cursor || reading.pages === maxPages
    if (reading.isEndless) throw new BookError('unreadable', 'The pages of the order book do not end.')
    reading.ahead = reads.read(contract, side, page.next, signal)
    // The error is thrown when the page is awaited.
    reading.ahead.catch(() => undefined)
    return page
  }
  const readPages = async (contract: Address, reading: PageReading, signal: AbortSignal): Promise<void> => {
    const store = createPageStore()
    try {
      while (reading.sides.length > 0 && !signal.aborted) {
        const [side] = reading.sides as [Side]
        const page = await nextPage(contract, side, reading, signal)
        for (const order of page.orders) reading.seen.add(refKey(order))
        if (page.unreadable > 0) counts.add('book-order-unreadable')
        await store.add(storeOrders(page.orders))
        await onPage()
        reading.cursor = page.next
        reading.pages += 1
        if (page.next === undefined) reading.sides = reading.sides.slice(1)
        else if (reading.pages % pagesPerSave === 0) {
          const saved = { contract, side, cursor: page.next, pages: reading.pages }
          await store.afterwards(() => saveBookReading(db, config.id, book.name, saved))
        }
      }
    } finally {
      // A fault of the database counts, also where the book failed meanwhile.
      await store.done()
    }
  }

  return {
    open: () => readings.values(),
    read: async (contract, signal) => {
      const reading = readings.get(contract) ?? (await begin(contract))
      readings.set(contract, reading)
      await readPages(contract, reading, signal)
      if (signal.aborted) return 'stopped'
      await forget(contract)
      const dropped = reading.kept.filter((one) => !reading.seen.has(refKey(one)))
      const ended = await openAmong(chain, terms, [...reading.ended.values()])
      await withdrawOrders(chain, [...dropped, ...ended])
      counts.add('book-read')
      log.debug(
        { book: book.name, contract, orders: reading.seen.size },
        'the pages of an order book were read',
      )
      return reading.isResumed ? 'resumed' : 'done'
    },
    fail: async (contract, cause) => {
      const reading = readings.get(contract)
      if (reading === undefined) return
      reading.ahead = undefined
      if (!(cause instanceof BookError)) readings.delete(contract)
      else if (reading.isEndless || (isRefused(cause) && reading.cursor !== undefined)) await forget(contract)
    },
  }
}
