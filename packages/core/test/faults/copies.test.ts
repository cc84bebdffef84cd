import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Run } from '../../src/execution/run.ts'
import { faultyStorage, withWebLocks } from './storage.ts'
import { eth, native, openWorld, type World } from './world.ts'

/** The package as a page would load it a second time: one bundle, with nothing shared. */
type Copy = typeof import('../../src/index.ts')
const folder = mkdtempSync(join(tmpdir(), 'sluice-copy-'))
const file = join(folder, 'copy.mjs')
const load = (): Promise<Copy> => import(/* @vite-ignore */ pathToFileURL(file).href)

let world: World
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
  world = await openWorld()
})
beforeEach(() => world.begin())
afterEach(() => world.finish())
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world?.stop()
})

const reached = (run: Run, phase: string) =>
  world.clock.until(
    new Promise<void>((resolve) => {
      run.subscribe(({ steps }) => {
        if (steps.some(({ items }) => items.some((item) => item.phase === phase))) resolve()
      })
    }),
  )

test('F88: importing the package does nothing: no global, no timer, no request, and no window is needed', async () => {
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

test('F89: code that is replaced while a purchase goes on finds it in the journal', async () => {
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

test('F96: two copies of the package on one page keep their state apart and their locks together', async () => {
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
