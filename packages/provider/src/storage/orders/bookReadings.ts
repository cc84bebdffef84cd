import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Queries } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** Where the pages of another book's orders of a collection are read on. */
export type BookReading = Columns<'book_readings', 'contract' | 'side' | 'cursor' | 'pages'>

/** Readings of a book that were not finished. */
export const readBookReadings = (db: Queries, chainId: number, book: string): Promise<BookReading[]> =>
  db.rows<BookReading>(
    sql`select contract, side, cursor, pages from book_readings where chain_id = ${chainId} and book = ${book}`,
  )

/** Keeps how far a reading is, once every order of the pages before is stored. */
export async function saveBookReading(
  db: Queries,
  chainId: number,
  book: string,
  { contract, side, cursor, pages }: BookReading,
): Promise<void> {
  await db.rows(sql`
    insert into book_readings (chain_id, book, contract, side, cursor, pages)
    values (${chainId}, ${book}, ${contract}, ${side}, ${cursor}, ${pages})
    on conflict (chain_id, book, contract) do update
      set side = excluded.side, cursor = excluded.cursor, pages = excluded.pages`)
}

/** Forgets a reading that is finished, or cannot go on. */
export async function forgetBookReading(
  db: Queries,
  chainId: number,
  book: string,
  contract: Address,
): Promise<void> {
  await db.rows(
    sql`delete from book_readings where chain_id = ${chainId} and book = ${book} and contract = ${contract}`,
  )
}
