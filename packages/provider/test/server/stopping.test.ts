import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdmission } from '../../src/middleware/admission.ts'
import { createProvider, type Provider } from '../../src/provider.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

const collection = `0x${'a1'.repeat(20)}`
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.stop())

type Answer = { readonly status: number; readonly text: string }
const ask = (url: string): Promise<Answer> =>
  new Promise((done, fail) => {
    const sent = request(url, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
      answer.on('error', fail)
    })
    sent.on('error', fail)
    sent.end()
  })

/** A provider, and what it complains of. */
async function start(): Promise<{ provider: Provider; complaints: string[] }> {
  const complaints: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => complaints.push(line) })
  return { provider: await createProvider(settingsFor([silentChain], database.url), log), complaints }
}

/** Everything that arrives on a socket, and a wait for a part of it. */
function reading(socket: Socket): { text(): string; until(part: RegExp): Promise<void> } {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const until = async (part: RegExp): Promise<void> => {
    while (!part.test(text)) await new Promise((wake) => socket.once('data', wake))
  }
  return { text: () => text, until }
}

/** Keeps everybody out of a table until `commit`. */
async function occupy(table: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  // The server goes away under it when a test fails.
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return client
}

/** Until a query of the provider waits for what `client` holds. */
async function someoneWaits(client: pg.Client): Promise<void> {
  const waiting = 'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1'
  for (let found = 0; found === 0; ) {
    await client.query('select pg_stat_clear_snapshot()')
    found = (await client.query(waiting)).rowCount ?? 0
  }
}

describe('a provider that is stopped', () => {
  test('answers requests in progress, however long the database takes, and logs no error', async () => {
    const { provider, complaints } = await start()
    const slow = await occupy('tokens')
    const answer = ask(`${provider.url}/local/tokens/v7?tokens=${collection}:1&includeAttributes=true`)
    await someoneWaits(slow)
    const stopped = provider.stop()
    await slow.query('select pg_sleep(2.5)')
    await slow.query('commit')
    expect(await answer).toMatchObject({ status: 200 })
    await stopped
    expect(complaints).toEqual([])
    await slow.end()
  })

  test('answers 503 to new requests on open connections, and accepts no new connections', async () => {
    const { provider } = await start()
    const { port } = new URL(provider.url)
    const slow = await occupy('orders')
    const socket = connect(Number(port), '127.0.0.1')
    const heard = reading(socket)
    const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: provider\r\n\r\n`)
    get('/local/orders/asks/v5?limit=1')
    await someoneWaits(slow)
    const stopped = provider.stop()
    get('/local/orders/asks/v5?limit=2')
    await slow.query('commit')
    await heard.until(/503 Service Unavailable[\s\S]*stopping/)
    expect(heard.text()).toMatch(/^HTTP\/1.1 200 OK/)
    expect(heard.text()).toMatch(/retry-after: 1/i)
    await stopped
    await expect(ask(`${provider.url}/health/live`)).rejects.toThrow(/ECONNREFUSED/)
    await slow.end()
  })

  test('ends event streams, so that readers reconnect elsewhere at once', async () => {
    const { provider } = await start()
    const socket = connect(Number(new URL(provider.url).port), '127.0.0.1')
    const heard = reading(socket)
    socket.write('GET /local/events HTTP/1.1\r\nhost: provider\r\n\r\n')
    await heard.until(/: connected/)
    const cut = new Promise<boolean>((done) => {
      socket.on('close', done)
      socket.on('error', () => done(true))
    })
    await provider.stop()
    expect(await cut).toBe(false)
    // The last chunk says that nothing was lost on the way.
    expect(heard.text()).toMatch(/\r\n0\r\n\r\n$/)
  })
})

describe('admission of requests', () => {
  test('admits a bounded number of requests and bytes, and answers 503 to others until some are done', async () => {
    const admission = createAdmission({ requests: 2, bytes: 1000 })
    const app = new Hono()
    const waiting: (() => void)[] = []
    app.use(admission.admit(() => 1_000_000))
    app.onError((_, c) => c.text('away', 503))
    app.all('/*', async (c) => {
      await new Promise<void>((done) => waiting.push(done))
      return c.text('served')
    })
    const come = (method: string, length = 0) =>
      app.request('/x', { method, ...(length === 0 ? {} : { body: 'x'.repeat(length) }) })
    const leave = () => waiting.shift()?.()

    const [one, two] = [come('POST', 800), come('GET')]
    await expect.poll(() => waiting.length).toBe(2)
    expect((await come('GET')).status).toBe(503)
    leave()
    leave()
    expect([(await one).status, (await two).status]).toEqual([200, 200])

    const large = come('POST', 5000)
    await expect.poll(() => waiting.length).toBe(1)
    expect((await come('POST', 10)).status).toBe(503)
    leave()
    expect((await large).status).toBe(200)
    expect(admission.inHand()).toEqual({ requests: 0, waiting: 0, bytes: 0 })
  })
})
