import type { Address } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { readWatched } from '../storage/chain/watched.ts'
import { BookError } from './bookError.ts'
import { createBookReports } from './bookReports.ts'
import { importOrders } from './importOrders.ts'
import type { BookStream, OrderBook, ReadableBook } from './orderBook.ts'
import { createPageReadings } from './pageReadings.ts'
import { openAmong, withdrawOrders } from './withdrawOrders.ts'

/** Milliseconds that a collection waits for the stream before its pages are read, so that they are read once. */
const streamDelay = 3_000
/** Milliseconds after which the pages of a collection are read again, whatever the stream reported. */
const rereadInterval = 3_600_000
/** Milliseconds after which a reading that failed goes on. */
const retryDelay = 5_000
/** Reports that are stored at once. */
const batchSize = 500

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
  const { clock, config, db } = chain
  const { reads } = book
  const terms = { domain: book.domain, zones: reads.zones }
  /** When each watched collection is read next. */
  const due = new Map<Address, number>()
  let contracts: ReadonlySet<Address> = new Set()
  let stream: BookStream | undefined

  const reports = createBookReports(() => readings.open())
  const storeReports = async (): Promise<void> => {
    for (let taken = reports.oldest(batchSize); taken.length > 0; taken = reports.oldest(batchSize)) {
      const orders = taken.flatMap((one) => ('order' in one ? [one.order] : []))
      const gone = taken.flatMap((one) => ('gone' in one ? [one.gone] : []))
      await importOrders(chain, book, contracts, orders)
      await withdrawOrders(chain, await openAmong(chain, terms, gone))
      reports.drop(taken.length)
    }
  }
  const readings = createPageReadings(
    chain,
    book,
    (orders) => importOrders(chain, book, contracts, orders),
    storeReports,
  )

  const note = (report: Parameters<typeof reports.add>[0]): void => {
    if (reports.add(report)) return
    for (const contract of contracts) due.set(contract, clock())
  }
  const listen = (): BookStream =>
    reads.follow({
      order: (order) => note({ order }),
      gone: (gone) => note({ gone }),
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

  const readCollection = async (contract: Address, signal: AbortSignal): Promise<void> => {
    if (!(await reads.knows(contract, signal))) return
    stream?.watch(contract)
    if ((await readings.read(contract, signal)) === 'resumed') due.set(contract, clock())
  }
  return {
    turn: async (signal) => {
      await watch()
      await storeReports()
      const faults: BookError[] = []
      for (const [contract, at] of [...due]) {
        if (signal.aborted || at > clock()) continue
        // A gap that is reported while the pages are read has them read once more.
        due.set(contract, clock() + rereadInterval)
        try {
          await readCollection(contract, signal)
        } catch (cause) {
          await readings.fail(contract, cause)
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
