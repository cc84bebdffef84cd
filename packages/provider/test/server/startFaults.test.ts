import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loaderFlags } from '../../../devnet/src/processes/loaderFlags.ts'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

let database: TestDatabase
let taken: LocalServer
let node: LocalServer
beforeAll(async () => {
  database = await testDatabase()
  taken = await serveLocally(() => {})
  node = await serveLocally((_, answer) =>
    answer.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x5' })),
  )
})
afterAll(async () => {
  await Promise.all([taken?.stop(), node?.stop()])
  await database?.stop()
})

/** Starts the process as an operator does; answers its end and what it complains of. */
function start(more: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  const { PATH, HOME } = process.env
  const env = {
    PATH,
    HOME,
    SLUICE_PORT: '0',
    SLUICE_LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    SLUICE_CHAINS: JSON.stringify([silentChain]),
    ...more,
  }
  const main = process.env.SLUICE_PROVIDER_PROGRAM ?? join(import.meta.dirname, '../../src/main.ts')
  const child = spawn(process.execPath, [...loaderFlags(main), main], { env })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  return new Promise((done) => child.on('close', (code) => done({ code, said })))
}

test.each<[what: string, sentence: RegExp, settings: () => Record<string, string>]>([
  [
    'a database that is down',
    /^DATABASE_URL: the database cannot be reached \(ECONNREFUSED\)\.$/,
    () => ({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/none' }),
  ],
  [
    'a database that does not exist',
    /^DATABASE_URL: there is no such database\.$/,
    () => ({ DATABASE_URL: new URL('/sluice_is_not_here', database.url).href }),
  ],
  [
    'a port that is in use',
    /^SLUICE_PORT: port \d+ is in use by another process\.$/,
    () => ({ SLUICE_PORT: String(taken.port) }),
  ],
  [
    'a port for metrics that is in use',
    /^SLUICE_METRICS_PORT: port \d+ is in use by another process\.$/,
    () => ({ SLUICE_METRICS_PORT: String(taken.port) }),
  ],
  ['a URL that is none', /^DATABASE_URL must begin with postgres:\/\/\.$/, () => ({ DATABASE_URL: 'here' })],
  [
    'a node of another chain',
    /^SLUICE_CHAINS: the node of local serves chain 5, not 31337\.$/,
    () => ({
      SLUICE_CHAINS: JSON.stringify([{ ...silentChain, rpcUrls: [`http://127.0.0.1:${node.port}`] }]),
    }),
  ],
])('%s prevents the start with one sentence that names the setting', async (_, sentence, settings) => {
  const { code, said } = await start(settings())
  expect(code).toBe(1)
  expect(said.trim()).toMatch(sentence)
  expect(said.trim().split('\n')).toHaveLength(1)
})
