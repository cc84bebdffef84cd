import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProvider, type Provider } from '../src/provider.ts'
import { openDatabase, sql } from '../src/storage/db.ts'
import { settingsFor, type TestDatabase, testDatabase } from './fixture.ts'

const collection = `0x${'51'.repeat(20)}` as const
const chain = {
  id: 31337,
  slug: 'local',
  name: 'Local',
  rpcUrls: ['http://127.0.0.1:9'],
  wsUrls: [],
  nativeSymbol: 'ETH',
  wrappedNative: `0x${'52'.repeat(20)}` as const,
  conduitKey: `0x${'0c'.repeat(32)}` as const,
  conduit: `0x${'53'.repeat(20)}` as const,
  seaport: '0x0000000000000068f116a894984e2db1123eb395' as const,
  multicall3: '0xca11bde05977b3631167028862be2a173976ca11' as const,
  collections: [],
  startBlock: 0,
}

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
