import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChainDeps } from '../../src/createChainDeps.ts'
import { createOrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import { createHub } from '../../src/push/hub.ts'
import { createServer as createApi } from '../../src/server/createServer.ts'
import { listen } from '../../src/server/listen.ts'
import { type Database, openDatabase } from '../../src/storage/connection/database.ts'
import { publish } from '../../src/storage/service/outbox.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

let database: TestDatabase
let db: Database
/** Reads of the database that are under way, and the most of them at once. */
const reads = { now: 0, most: 0 }
let url: string
let stop: () => Promise<void>
const publishBlocks = (...numbers: readonly number[]) =>
  db.transaction((tx) =>
    publish(
      tx,
      silentChain.id,
      numbers.map((number) => ({ kind: 'block', payload: { number } })),
    ),
  )

beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase(database.url, [silentChain.id])
  const counted: Database = {
    ...db,
    rows: async (query) => {
      reads.now += 1
      reads.most = Math.max(reads.most, reads.now)
      return db.rows(query).finally(() => (reads.now -= 1)) as never
    },
  }
  const log = pino({ level: 'silent' })
  const hub = createHub(counted, log)
  await hub.start()
  const shared = { db: counted, log, hub, clock: Date.now, verifier: await createOrderVerifier() }
  const chain = createChainDeps(silentChain, shared)
  const config = settingsFor([silentChain], database.url)
  const { server, port } = await listen(createApi({ ...shared, config, chains: [chain] }).fetch, {
    host: '127.0.0.1',
    port: 0,
  })
  url = `http://127.0.0.1:${port}/local/events`
  stop = async () => {
    server.closeAllConnections()
    server.close()
    await hub.stop()
  }
})
afterAll(async () => {
  await stop?.()
  await db?.close()
  await database?.stop()
})

/** Opens a stream after an event, which is read until a text came. */
async function openStream(lastEventId: string) {
  const response = await fetch(url, { headers: { 'last-event-id': lastEventId } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    until: async (part: string): Promise<string> => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? ''
      return text
    },
    close: () => reader?.cancel(),
  }
}

test('however many readers come back at once, few of them read the database at a time, and each misses nothing', async () => {
  await publishBlocks(...Array.from({ length: 2_000 }, (_, index) => index))
  reads.most = 0
  const streams = await Promise.all(Array.from({ length: 24 }, () => openStream('0')))
  for (const text of await Promise.all(streams.map(({ until }) => until(': connected'))))
    expect(text.match(/^id: /gm)).toHaveLength(2_000)
  expect(reads.most).toBeLessThanOrEqual(3)
  await Promise.all(streams.map(({ close }) => close()))
})

test('a reader who names an event that does not exist yet is told of the gap, and gets the next event', async () => {
  const stream = await openStream('900000000000000000')
  expect(await stream.until(': connected')).toContain('event: gap')
  await publishBlocks(9_001)
  expect(await stream.until('"number":9001')).toContain('event: block')
  await stream.close()
})

/** A way to the database that can be made to pass nothing on any more, without closing anything. */
async function startLine(): Promise<{ url: string; mute(): void; server: Server }> {
  const target = new URL(database.url)
  const open: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    open.push(near, far)
    near.pipe(far)
    far.pipe(near)
    for (const socket of [near, far]) socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const line = new URL(database.url)
  line.port = String((server.address() as { port: number }).port)
  return {
    url: line.href,
    mute: () => {
      for (const socket of open.splice(0)) {
        socket.unpipe()
        socket.pause()
      }
    },
    server,
  }
}

test('a listening connection whose other side disappeared without a word is replaced, and what was missed is asked for', async () => {
  const line = await startLine()
  const far = await openDatabase(line.url, [silentChain.id])
  const heard: string[] = []
  let onMissed = (): void => undefined
  const missed = new Promise<void>((found) => {
    onMissed = found
  })
  const unlisten = await far.listen('words', (word) => heard.push(word), onMissed)
  const say = (word: string) => db.rows(sql`select pg_notify('words', ${word})`)
  await say('one')
  await expect.poll(() => heard).toEqual(['one'])
  line.mute()
  await say('two')
  await missed
  await say('three')
  await expect.poll(() => heard.at(-1)).toBe('three')
  expect(heard).not.toContain('two')
  await unlisten()
  await far.close()
  line.server.close()
})
