import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { createDueWork } from '../../src/storage/service/dueWork.ts'
import { testDatabase } from '../support/testDatabase.ts'

const chainIds = [1, 10, 137, 8453]

test('chains that look for due work in the same moment share one query, and each is told of its own', async () => {
  const { url, stop } = await testDatabase()
  const db = await openDatabase(url, chainIds)
  try {
    await db.rows(
      sql`insert into forgotten_collections (chain_id, contract) values (10, ${`0x${'33'.repeat(20)}`})`,
    )
    const queries: string[] = []
    const prepared: typeof db.prepared = (shape, ...rest) => {
      queries.push(shape)
      return db.prepared(shape, ...rest)
    }
    const dueWork = createDueWork({ ...db, prepared }, chainIds)
    expect(await Promise.all([1, 10, 137].map((id) => dueWork(id, 1)))).toEqual([[], ['forget'], []])
    expect(queries).toHaveLength(1)
    // Few of them ask alone, and no answer is older than its question.
    await db.rows(sql`delete from forgotten_collections`)
    expect(await Promise.all([10, 137].map((id) => dueWork(id, 2)))).toEqual([[], []])
    expect(queries).toHaveLength(3)
  } finally {
    await db.close()
    await stop()
  }
})
