import { type BookOrder, type OrderRef, refKey } from './orderBook.ts'

/** Reports that wait to be stored; when there are more, the pages are read instead. */
const maxReports = 5_000
/** Orders that ended, of which late events are expected. */
const maxEnded = 20_000

/** What the stream of a book says of one order. */
export type BookReport = { readonly order: BookOrder } | { readonly gone: OrderRef }

/** Reports of a book's stream that wait to be stored. */
export type BookReports = {
  /** Keeps a report that says something new. @returns `false` where there are too many to keep another one. */
  add(report: BookReport): boolean
  /** The oldest reports, at most `count`. They stay until they are {@link BookReports.drop dropped}. */
  oldest(count: number): readonly BookReport[]
  drop(count: number): void
}

/** @param readings have to know which orders end while their pages are read: a page from before may hold them. */
export function createBookReports(
  readings: () => Iterable<{ readonly ended: Map<string, OrderRef> }>,
): BookReports {
  let waiting: BookReport[] = []
  const ended = new Map<string, OrderRef>()
  /** Whether a report says something new: an order that has ended is not brought back by a late event. */
  const isNews = (report: BookReport): boolean => {
    const ref = 'order' in report ? report.order : report.gone
    const key = refKey(ref)
    const isOpen = 'order' in report ? report.order.isOpen : false
    if (isOpen === undefined) return !ended.has(key)
    for (const map of [ended, ...[...readings()].map((reading) => reading.ended)]) {
      map.delete(key)
      if (!isOpen) map.set(key, { id: ref.id, seaport: ref.seaport })
    }
    for (const oldest of ended.keys()) {
      if (ended.size <= maxEnded) break
      ended.delete(oldest)
    }
    return true
  }
  return {
    add: (report) => {
      if (!isNews(report)) return true
      if (waiting.length >= maxReports) return false
      waiting.push(report)
      return true
    },
    oldest: (count) => waiting.slice(0, count),
    drop: (count) => {
      waiting = waiting.slice(count)
    },
  }
}
