import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../src/log.ts'
import { createProvider, type Provider } from '../src/provider.ts'
import { openDatabase, sql } from '../src/storage/db.ts'
import { settingsFor, silentChain, type TestDatabase, testDatabase } from './fixture.ts'

const collection = `0x${'51'.repeat(20)}` as const
const chain = silentChain

let database: TestDatabase
let provider: Provider
const lines: object[] = []
beforeAll(async () => {
  database = await testDatabase()
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  provider = await createProvider({ ...settingsFor([chain], database.url), role: 'api' }, log)
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

test('a provider says at its start what checks signatures, and in its health', async () => {
  const said = lines.find((line) => 'msg' in line && line.msg === 'signatures are checked by')
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
    'The address of the request is not one of HTTP.',
    'path',
  ],
])('what %s is refused in the one error shape', async (_, bytes, statusCode, message, field) => {
  const text = await sent(bytes)
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${statusCode} `))
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
  expect(body).toEqual({
    ...{ statusCode, error: expect.any(String), message, code: -1 },
    ...(field === undefined ? {} : { field }),
  })
})
