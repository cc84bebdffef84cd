import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../devnet/src/processes/freePort.ts'
import { createLog } from '../../src/log.ts'
import { createProvider, type Provider } from '../../src/provider.ts'
import { openDatabase } from '../../src/storage/connection/database.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

const collection = `0x${'51'.repeat(20)}` as const
const chain = silentChain

let database: TestDatabase
let provider: Provider
let metricsPort: number
const lines: { readonly level?: number }[] = []
beforeAll(async () => {
  database = await testDatabase()
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  metricsPort = await freePort(0, 'metrics', () => {})
  const settings = { ...settingsFor([chain], database.url), role: 'api' as const, metricsPort }
  provider = await createProvider(settings, log)
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

test('a provider on a port that the system chose links to its pictures with that port', async () => {
  expect(provider.url).toMatch(/:[1-9][0-9]*$/)
  const answer = await fetch(`${provider.url}/local/collections/${collection}/marketplace-configurations/v2`)
  const { marketplaces } = (await answer.json()) as { marketplaces: { imageUrl: string }[] }
  expect(marketplaces[0]?.imageUrl).toMatch(`${provider.url}/local/`)
  expect((await fetch(marketplaces[0]?.imageUrl ?? '')).status).toBe(200)
})

test('a provider reports the backend of signatures at its start and in its health', async () => {
  const said = lines.find((line) => 'msg' in line && line.msg === 'signature verification backend')
  expect(said).toMatchObject({ signatures: expect.stringMatching(/^(?:native|wasm)$/), hashes: 'wasm' })
  const health = (await (await fetch(`${provider.url}/health`)).json()) as { signatures: string }
  expect(said).toMatchObject({ signatures: health.signatures })
})

/** Sends bytes, and answers with all that comes back until the connection ends. */
const sent = (bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(provider.url).port), '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => done(text))
    socket.on('error', fail)
  })

test.each([
  ['is no HTTP', 'HELLO\r\n\r\n', 400, 'The request is not HTTP.', undefined],
  [
    'has more headers than fit',
    `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    431,
    'The headers are too large.',
    'headers',
  ],
  [
    'has a backslash for a path',
    'GET /a\\b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    400,
    'The request target is not a valid HTTP URL.',
    'path',
  ],
  [
    'names no host',
    'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
    400,
    'The request has no Host header.',
    'host',
  ],
  [
    'expects more than a body',
    'GET / HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n',
    417,
    'Only Expect: 100-continue is supported.',
    'expect',
  ],
  [
    'asks for a tunnel',
    'CONNECT x:80 HTTP/1.1\r\nhost: x\r\n\r\n',
    400,
    'The request target is not a valid HTTP URL.',
    'path',
  ],
])('what %s is rejected with the usual error body', async (_, bytes, statusCode, message, field) => {
  const text = await sent(bytes)
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${statusCode} `))
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
  expect(body).toEqual({
    statusCode,
    error: expect.any(String),
    message,
    code: -1,
    ...(field === undefined ? {} : { field }),
  })
})

const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

test('a HEAD request for the event stream is answered, and opens no stream', async () => {
  const text = await sent('HEAD /local/events HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1.1 200 /)
  expect(text).toContain('content-type: text/event-stream')
  expect(text.indexOf('\r\n\r\n')).toBe(text.length - 4)
  expect(await metrics()).toContain('sluice_push_subscribers 0')
})

test.each([
  ['tells its length', 'content-length: 100\r\n\r\n{"items"'],
  ['comes in chunks', 'transfer-encoding: chunked\r\n\r\n10\r\n{"items"'],
])('a body that %s and ends early is a client error, and is not logged as a fault', async (_, rest) => {
  // One that is counted as it comes is refused before its route is found.
  const counts =
    /request_seconds_count\{method="POST",route="(?:other|\/execute\/buy\/v7)",status="400"\} ([0-9]+)/g
  const refused = async (): Promise<number> =>
    [...(await metrics()).matchAll(counts)].reduce((sum, [, count]) => sum + Number(count), 0)
  const before = await refused()
  const socket = connect(Number(new URL(provider.url).port), '127.0.0.1', () =>
    socket.write(`POST /local/execute/buy/v7 HTTP/1.1\r\nhost: x\r\n${rest}`, () => socket.destroy()),
  )
  await expect.poll(refused).toBe(before + 1)
  expect(lines.filter(({ level = 0 }) => level >= 50)).toEqual([])
})
