import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderProcess, startProvider } from '../../../devnet/src/stack/providerProcess.ts'
import { orderJson } from '../../src/orders/orderJson.ts'
import { type State, startState, type Trader } from '../support/fixture.ts'
import { query } from './ownCluster.ts'

/** The next version: the source of today and one more migration. Packages are found from inside of this folder. */
const next = resolve(import.meta.dirname, '../../node_modules/.next-version')
const migrations = join(next, 'storage/migrations')
/** It locks the orders for a second, as a migration of a large table does. */
const migration = `alter table orders add column walked text; select pg_sleep(1); create index on orders (walked);`

let state: State
let old: ProviderProcess | undefined
let young: ProviderProcess | undefined
beforeAll(async () => {
  rmSync(next, { recursive: true, force: true })
  mkdirSync(resolve(next, '..'), { recursive: true })
  cpSync(resolve(import.meta.dirname, '../../src'), next, { recursive: true })
  const file = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number; when: number }[] }
  const { idx, when } = journal.entries.at(-1) ?? { idx: 0, when: 0 }
  journal.entries.push({ ...journal.entries[0], idx: idx + 1, when: when + 1, tag: 'walk' } as never)
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(join(migrations, 'walk.sql'), migration)
  state = await startState()
  old = await startProvider(optionsOf())
})
afterAll(async () => {
  await young?.stop()
  await old?.stop()
  await state?.stop()
  rmSync(next, { recursive: true, force: true })
})
const optionsOf = (program?: string) => ({
  port: 0,
  dataDir: '',
  chains: [state.chain],
  databaseUrl: state.databaseUrl,
  program,
})

test('a new version migrates and takes over while the old one serves, and no request fails', async () => {
  const before = old as ProviderProcess
  const maker = state.traders[0] as Trader
  const first = await state.mint(maker, 400)
  await state.approve(maker)
  /** What a load balancer sends requests to. */
  let target = before.url
  let [stopped, count] = [false, 0]
  const posted: string[] = []
  const failures: string[] = []
  const isUp = (): Promise<number> =>
    fetch(`${before.url}/${state.chain.slug}/health`).then(({ status }) => status)
  await expect.poll(isUp).toBe(200)
  const send = async (what: string, path: string, init?: RequestInit): Promise<void> => {
    const base = `${target}/${state.chain.slug}`
    try {
      const response = await fetch(`${base}${path}`, init)
      const text = await response.text()
      if (response.status !== 200) failures.push(`${what}: ${response.status} ${text.slice(0, 200)}`)
    } catch (cause) {
      failures.push(`${what}: ${String(cause)}`)
    }
  }
  const reading = async (): Promise<void> => {
    while (!stopped) await send('read', '/orders/asks/v5')
  }
  const posting = async (): Promise<void> => {
    while (!stopped) {
      const order = state.listing(maker, first + BigInt(count % 400), { salt: BigInt(count) })
      count += 1
      const data = { ...orderJson(order), signature: await state.sign(maker, order) }
      const body = JSON.stringify({ order: { kind: 'seaport-v1.6', data } })
      const faults = failures.length
      await send('post', '/order/v3', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (failures.length === faults) posted.push(data.signature)
    }
  }
  const traffic = [reading(), posting()]
  await expect.poll(() => posted.length).toBeGreaterThan(5)

  young = await startProvider(optionsOf(join(next, 'main.ts')))
  const during = posted.length
  const url = young.url
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200)
  target = url
  await before.stop()
  old = undefined
  const after = posted.length
  await expect.poll(() => posted.length).toBeGreaterThan(after + 5)
  stopped = true
  await Promise.all(traffic)

  expect(failures).toEqual([])
  expect(during).toBeGreaterThan(5)
  const [columns] = await query(
    state.databaseUrl,
    `select count(*)::int as n from information_schema.columns where table_name = 'orders' and column_name = 'walked'`,
  )
  expect(columns).toEqual({ n: 1 })
  const [orders] = await query(state.databaseUrl, 'select count(*)::int as n from orders')
  expect(orders).toEqual({ n: posted.length })
})
