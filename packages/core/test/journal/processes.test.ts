import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, collection, openScripted, receiver, type Scripted } from '../support/scripted.ts'

/** Processes that share nothing but a folder, in which each key of their journal is a file. */
const folder = mkdtempSync(join(tmpdir(), 'sluice-processes-'))
const program = join(folder, 'process.mjs')
let world: Scripted

const source = `
  import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
  import { join } from 'node:path'
  import { createClient, transferTokens } from ${JSON.stringify(resolve(import.meta.dirname, '../../src/index.ts'))}

  const [kept, baseApiUrl, tokenId, how] = process.argv.slice(2)
  mkdirSync(kept, { recursive: true })
  const deferred = () => {
    let resolve
    return { promise: new Promise((done) => { resolve = done }), resolve: () => resolve() }
  }
  const fileOf = (key) => join(kept, encodeURIComponent(key))
  const storage = {
    durable: true,
    get: async (key) => existsSync(fileOf(key)) ? readFileSync(fileOf(key), 'utf8') : null,
    set: async (key, value) => {
      const draft = join(kept, '..', crypto.randomUUID())
      writeFileSync(draft, value)
      renameSync(draft, fileOf(key))
    },
    delete: async (key) => rmSync(fileOf(key), { force: true }),
    keys: async () => readdirSync(kept).map(decodeURIComponent),
  }
  const { promise: answered, resolve: answer } = deferred()
  const wallet = {
    address: async () => ${JSON.stringify(account)},
    chainId: async () => 1,
    switchChain: async () => undefined,
    sendTransaction: async () => {
      process.send({ prompted: true })
      if (how === 'hangs') await new Promise(() => undefined)
      if (how === 'waits') await answered
      return '0x' + '5a'.repeat(32)
    },
    signTypedData: async () => '0x',
  }
  const client = createClient({ chains: [{ id: 1, name: 'Scripted', baseApiUrl, blockTime: 250 }], storage })
  process.on('message', async (message) => {
    if (message === 'answer') return answer()
    const run = transferTokens(client, {
      wallet,
      to: ${JSON.stringify(receiver)},
      items: [{ token: ${JSON.stringify(collection)} + ':' + tokenId }],
      ...(how === 'again' ? { again: true } : {}),
    })
    const { status, error } = await run.done
    process.send({ status, code: error?.code, message: error?.message, data: error?.data }, () => process.exit())
  })
  process.send({ ready: true })
  setInterval(() => undefined, 60_000)
`

beforeAll(async () => {
  const entry = join(folder, 'process.ts')
  writeFileSync(entry, source)
  const from = resolve(import.meta.dirname, '../..')
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    absWorkingDir: from,
    conditions: ['@sluice/source', 'import'],
  })
  world = await openScripted()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world?.stop()
})

type Message = {
  readonly ready?: true
  readonly prompted?: true
  readonly status?: string
  readonly code?: string
  readonly message?: string
  readonly data?: Record<string, unknown>
}
type Process = {
  readonly child: ChildProcess
  readonly heard: Message[]
  readonly until: (wanted: keyof Message) => Promise<Message>
}

async function launch(kept: string, tokenId: number, how = 'answers'): Promise<Process> {
  const child = fork(program, [join(folder, kept), world.provider.url, `${tokenId}`, how], {
    stdio: 'inherit',
  })
  const heard: Message[] = []
  child.on('message', (message: Message) => heard.push(message))
  const until = async (wanted: keyof Message) => {
    for (;;) {
      const found = heard.find((message) => wanted in message)
      if (found !== undefined) return found
      await new Promise((next) => child.once('message', next))
    }
  }
  await until('ready')
  return { child, heard, until }
}

test('of several processes that start the same action over one storage, at most one prompts its wallet, and the others are busy', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => launch('race', 1, 'waits')))
  for (const { child } of all) child.send('start')
  // The window stays open until the others are told that they are late: what has ended may be done again.
  const late = new Set<Process>()
  await new Promise<void>((done) => {
    for (const one of all) one.until('status').then(() => late.add(one).size === 2 && done())
  })
  for (const one of all) if (!late.has(one)) one.child.send('answer')
  const ends = await Promise.all(all.map(({ until }) => until('status')))
  expect(all.flatMap(({ heard }) => heard.filter(({ prompted }) => prompted)).length).toBeLessThanOrEqual(1)
  expect(ends.filter(({ code }) => code === 'busy').length).toBeGreaterThanOrEqual(2)
})

test('a process that is killed with an open prompt leaves a record for the next one, which may start anyway', async () => {
  const killed = await launch('killed', 2, 'hangs')
  killed.child.send('start')
  await killed.until('prompted')
  killed.child.kill('SIGKILL')
  const next = await launch('killed', 2)
  next.child.send('start')
  const { code, message, data } = await next.until('status')
  expect(code).toBe('busy')
  expect(message).toContain('The same action is still open')
  expect(data).toMatchObject({ state: 'prompting', kind: 'transaction', purpose: 'transfer' })
  const again = await launch('killed', 2, 'again')
  again.child.send('start')
  expect(await again.until('status')).toMatchObject({ status: 'complete' })
})
