import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { createProvider, type Provider } from '../../src/provider.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

/** Connections that Postgres allows unless it is told otherwise, without those it keeps for its owner. */
const usual = 97
const ids = Array.from({ length: 20 }, (_, index) => 7001 + index)
const zeros = (bytes: number) => `0x${'00'.repeat(bytes)}`
const block = {
  number: '0x0',
  hash: `0x${'b0'.repeat(32)}`,
  parentHash: zeros(32),
  timestamp: '0x1',
  logsBloom: zeros(256),
  transactions: [],
}

let nodes: LocalServer
let database: TestDatabase
let provider: Provider
let client: pg.Client
beforeAll(async () => {
  // A node of every chain, which has nothing but its first block; the chain is told by the path.
  nodes = await serveLocally(async (request, response) => {
    const { id, method } = JSON.parse(await text(request)) as { id: number; method: string }
    const answers: Readonly<Record<string, unknown>> = {
      eth_chainId: `0x${Number(request.url?.slice(1)).toString(16)}`,
      eth_blockNumber: '0x0',
      eth_getBlockByNumber: block,
      eth_getBlockByHash: block,
      eth_getLogs: [],
    }
    const result = answers[method]
    const answer = result === undefined ? { error: { code: -32601, message: 'unknown' } } : { result }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  // The server goes away under it when a test fails.
  client.on('error', () => {})
  await client.connect()
  const chains = ids.map((id) => ({
    ...silentChain,
    id,
    slug: `chain-${id}`,
    rpcUrls: [`${nodes.url}/${id}`],
  }))
  provider = await createProvider(settingsFor(chains, database.url))
})
afterAll(async () => {
  await provider?.stop()
  await client?.end()
  await database?.stop()
  await nodes?.stop()
})

test('twenty chains are followed and served with fewer connections than Postgres allows by default', async () => {
  const { rows: led } = await client.query<{ chain_id: string }>(
    'select chain_id from leases order by chain_id',
  )
  expect(led.map(({ chain_id: id }) => Number(id))).toEqual(ids)
  // Lists of all chains at once fill the pool.
  const asked = ids.flatMap((id) => [`chain-${id}/orders/asks/v5`, `chain-${id}/collections/v7`])
  const statuses = await Promise.all(asked.map((path) => fetch(`${provider.url}/${path}`)))
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  expect(Number(rows[0]?.count)).toBeGreaterThan(ids.length)
  expect(Number(rows[0]?.count)).toBeLessThan(usual)
})
