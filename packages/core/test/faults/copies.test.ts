import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Run } from '../../src/run/run.ts'
import { plainClock } from './support/clock.ts'
import { faultyStorage, withWebLocks } from './support/storage.ts'
import { eth, native, useWorld } from './support/world.ts'

/** The package as a page would load it a second time: one bundle, with nothing shared. */
type Copy = typeof import('../../src/index.ts')
const folder = mkdtempSync(join(tmpdir(), 'sluice-copy-'))
const file = join(folder, 'copy.mjs')
const load = (): Promise<Copy> => import(/* @vite-ignore */ pathToFileURL(file).href)

const world = useWorld()
beforeAll(async () => {
  await build({
    entryPoints: [resolve(import.meta.dirname, '../../src/index.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@sluice/source', 'import'],
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reached = (run: Run, phase: string) =>
  world.clock.until(
    new Promise<void>((resolve) => {
      run.subscribe(({ steps }) => {
        if (steps.some(({ items }) => items.some((item) => item.phase === phase))) resolve()
      })
    }),
  )

test('F88: importing the package has no side effects and needs no window', async () => {
  const before = Object.getOwnPropertyNames(globalThis)
  const fetched = vi.spyOn(globalThis, 'fetch')
  const copy = await load()
  expect(copy.createClient).toBeTypeOf('function')
  expect(Object.getOwnPropertyNames(globalThis)).toEqual(before)
  expect(world.clock.timers()).toBe(0)
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
  expect('window' in globalThis).toBe(false)
})

test('F89: code that is replaced during a purchase finds the purchase in the journal', async () => {
  const copy = await load()
  const storage = faultyStorage()
  await world.node.real('evm_setAutomine', [false])
  const run = await world.buy(world.client({ storage }))
  await reached(run, 'sent')
  run.abort()
  await world.clock.until(run.done)
  await world.node.real('evm_mine')
  await world.node.real('evm_setAutomine', [true])
  const client = copy.createClient({
    chains: [world.client().chains[0]!],
    storage: faultyStorage(storage.values),
    fetch: world.fetch,
  })
  const wallet = copy.eip1193Wallet(world.buyer.provider)
  const [resumed] = await world.clock.until(copy.resume(client, { wallet }))
  expect(resumed?.entry).toMatchObject({ state: 'done', hash: world.buyer.sent[0] as Hex })
  expect(world.buyer.prompts).toHaveLength(1)
})

test('F96: two copies of the package on one page separate their state and share their locks', async () => {
  await withWebLocks(async () => {
    const copy = await load()
    const client = world.client()
    const other = copy.createClient({ chains: [client.chains[0]!], fetch: world.fetch })
    const { token } = await world.listed()
    world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
      await world.clock.held(new Promise((resolve) => setTimeout(resolve, 30_000)))
      return next()
    })
    const items = [{ token }]
    const first = await world.buy(client, { items })
    await reached(first, 'prompted')
    const second = copy.buyTokens(other, {
      wallet: copy.eip1193Wallet(world.buyer.provider),
      items,
      expectedPrice: { [native]: { raw: eth } },
    })
    const { error } = await world.clock.until(second.done)
    expect(error?.code).toBe('busy')
    expect(error).toBeInstanceOf(copy.TradeError)
    expect((await world.end(client, first)).execution.status).toBe('complete')
    expect(await other.journal.entries()).toEqual([])
    expect(world.buyer.sent).toHaveLength(1)
  })
})

/** A whole purchase in a process that may make no code from text, as under a strict content policy. */
const strictPage = `
  const [file, chain, baseApiUrl, account, token] = process.argv.slice(1)
  const able = (() => { try { return Boolean(new Function('return 1')()) } catch { return false } })()
  const { createClient, buyTokens, eip1193Wallet } = await import(file)
  const { id, name, rpcUrl, weth, conduit, conduitKey } = JSON.parse(chain)
  const provider = {
    request: async ({ method, params = [] }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const { result, error } = await response.json()
      if (error) throw error
      return method === 'eth_accounts' ? [account] : result
    },
  }
  const client = createClient({
    chains: [{ id, name, baseApiUrl, wrappedNative: weth, conduits: [{ key: conduitKey, address: conduit }] }],
    pollingInterval: 200,
  })
  const expectedPrice = { '0x0000000000000000000000000000000000000000': { raw: 10n ** 18n } }
  const run = buyTokens(client, { wallet: eip1193Wallet(provider), items: [{ token }], expectedPrice })
  const { status, error } = await run.done
  console.log(JSON.stringify({ able, status, error: error?.message }))
`

test('F93: a page that forbids eval can trade', async () => {
  world.clock.stop()
  world.begin(plainClock())
  const { rpcUrl, contracts, id, name } = world.chain
  const { token, tokenId } = await world.listed()
  const { weth, conduit, conduitKey } = contracts
  const chain = JSON.stringify({ id, name, rpcUrl, weth, conduit, conduitKey })
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disallow-code-generation-from-strings',
    '--input-type=module',
    '--eval',
    strictPage,
    pathToFileURL(file).href,
    chain,
    world.provider.url,
    world.buyer.account,
    token,
  ])
  expect(JSON.parse(stdout)).toEqual({ able: false, status: 'complete' })
  expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
})
