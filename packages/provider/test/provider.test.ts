import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProvider, type Provider } from '../src/provider.ts'
import { openDatabase, sql } from '../src/storage/db.ts'
import { settingsFor, silentChain, type TestDatabase, testDatabase } from './fixture.ts'

const collection = `0x${'51'.repeat(20)}` as const
const chain = silentChain

let database: TestDatabase
let provider: Provider
beforeAll(async () => {
  database = await testDatabase()
  provider = await createProvider({ ...settingsFor([chain], database.url), role: 'api' })
  const db = await openDatabase(database.url, [chain.id])
  await db.rows(
    sql`insert into collections (chain_id, contract, kind) values (${chain.id}, ${collection}, 'erc721')`,
  )
  await db.close()
})
afterAll(async () => {
  await provider?.stop()
  await database?.stop()
})

test('a provider on a port that the system chose links to its pictures by that very port', async () => {
  expect(provider.url).toMatch(/:[1-9][0-9]*$/)
  const answer = await fetch(`${provider.url}/local/collections/${collection}/marketplace-configurations/v2`)
  const { marketplaces } = (await answer.json()) as { marketplaces: { imageUrl: string }[] }
  expect(marketplaces[0]?.imageUrl).toMatch(`${provider.url}/local/`)
  expect((await fetch(marketplaces[0]?.imageUrl ?? '')).status).toBe(200)
})
