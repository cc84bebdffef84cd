import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChainDeps } from '../../src/createChainDeps.ts'
import { createOrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import { createHub } from '../../src/push/hub.ts'
import type { Fanout } from '../../src/push/postgresFanout.ts'
import { createServer } from '../../src/server/createServer.ts'
import { listen } from '../../src/server/listen.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { publish } from '../../src/storage/service/outbox.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase(database.url, [silentChain.id])
})
afterAll(async () => {
  await db?.close()
  await database?.stop()
})

const log = pino({ level: 'silent' })
const publishBlock = (number: number) =>
  db.transaction((tx) => publish(tx, silentChain.id, [{ kind: 'block', payload: { number } }]))

test('a reader misses no event that is written while the hub finds its place, although its word is lost', async () => {
  let onWord: ((payload: string) => void) | undefined
  const fanout: Fanout = {
    reliable: false,
    listen: async (onNotify) => {
      onWord = onNotify
      return async () => {}
    },
  }
  let held = true
  // The first read of the hub is slow: meanwhile the reader is sent what is stored, and one more event is written.
  const slow: Database = {
    ...db,
    rows: async (query) => {
      if (held) {
        held = false
        for (let round = 0; round < 50; round += 1) await db.rows(sql`select 1`)
        await publishBlock(2)
      }
      return db.rows(query)
    },
  }
  const hub = createHub(slow, log, fanout)
  await hub.start()
  const shared = { db, log, hub, clock: Date.now, verifier: await createOrderVerifier() }
  const chain = createChainDeps(silentChain, shared)
  const app = createServer({ ...shared, config: settingsFor([silentChain], database.url), chains: [chain] })

  const { server, port } = await listen(app.fetch, { host: '127.0.0.1', port: 0 })

  await publishBlock(1)
  const url = `http://127.0.0.1:${port}/local/events`
  const response = await fetch(url, { headers: { 'last-event-id': '0' } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const readUntil = async (part: string): Promise<void> => {
    while (!text.includes(part)) text += (await reader?.read())?.value ?? ''
  }
  await readUntil(': connected')
  const [event] = await publishBlock(3)
  onWord?.(`${silentChain.id}:${event?.seq}:${event?.seq}`)
  await readUntil('"number":3')
  expect([...text.matchAll(/"number":(\d)/g)].map(([, number]) => number)).toEqual(['1', '2', '3'])
  await reader?.cancel()
  server.closeAllConnections()
  server.close()
  await hub.stop()
})
