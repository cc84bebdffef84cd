import { mkdtempSync, rmSync } from 'node:fs'
import type { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { startChain, startProvider } from '@sluice/devnet'
import { createOrderVerifier } from '@sluice/provider'
import { orderTypedData, seaportDomain } from '@sluice/seaport'
import { Hono } from 'hono'
import pg from 'pg'
import { recoverTypedDataAddress, zeroHash } from 'viem'
import { makers, postedJson, signedOrders } from './signedOrders.ts'

export type Rate = { readonly name: string; readonly perSecond: number; readonly ratio: number }

/** Calls per second of CPU of the whole process, its collector included: the median of five rounds. */
async function cpuRate(turn: () => Promise<number> | number): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const before = process.cpuUsage()
    let [calls, used] = [0, 0]
    while (used < 300_000) {
      calls += await turn()
      const { user, system } = process.cpuUsage(before)
      used = user + system
    }
    if (round > 0) rounds.push((calls * 1_000_000) / used)
  }
  return rounds.sort((a, b) => a - b)[2] ?? 0
}

/** Full checks of a signed order: struct hash, digest, recovery, address. */
export async function verification(): Promise<readonly Rate[]> {
  const domain = seaportDomain(31337, '1.6')
  const orders = signedOrders(makers(8), 64, { domain, token: `0x${'22'.repeat(20)}`, conduitKey: zeroHash })
  const viem = await cpuRate(async () => {
    for (const { components, signature } of orders)
      await recoverTypedDataAddress({
        ...(orderTypedData(domain, components) as object as Parameters<typeof recoverTypedDataAddress>[0]),
        signature,
      })
    return orders.length
  })
  const rows: Rate[] = [{ name: 'viem recoverTypedDataAddress', perSecond: viem, ratio: 1 }]
  for (const backend of ['wasm', 'native'] as const) {
    const verifier = await createOrderVerifier(backend)
    const perSecond = await cpuRate(() => {
      for (const { components, signature } of orders)
        if (verifier.signerOf(domain, components, signature) !== components.offerer)
          throw new Error('The maker did not sign.')
      return orders.length
    })
    rows.push({ name: `Sluice, ${backend} libsecp256k1`, perSecond, ratio: perSecond / viem })
  }
  return rows
}

export type Intake = {
  /** Orders a second by wall clock, acknowledged and on disk. */
  readonly bulk: number
  readonly bare: number
  /** Milliseconds of one post of one order, one after another. */
  readonly single: { readonly median: number; readonly p99: number }
}

const perPost = 50
const clients = 8

async function postAll(url: string, bodies: readonly string[]): Promise<number> {
  const waiting = [...bodies]
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        const text = await answer.text()
        if (answer.status !== 200 || text.includes('"detail"'))
          throw new Error(`Refused: ${text.slice(0, 300)}`)
      }
    }),
  )
  return (performance.now() - started) / 1000
}

/** The least that a server could do: parse, and insert each order by itself, with nothing checked. */
async function bareServer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  await pool.query('create table bare_orders (id text primary key, body jsonb not null)')
  const app = new Hono()
  app.post('/', async (c) => {
    const { items } = await c.req.json<{ items: { order: { data: { salt: string } } }[] }>()
    await Promise.all(
      items.map(({ order }) =>
        pool.query({
          name: 'bare',
          text: 'insert into bare_orders values ($1, $2) on conflict do nothing',
          values: [order.data.salt, JSON.stringify(order)],
        }),
      ),
    )
    return c.json({ results: items.length })
  })
  const server = await new Promise<ReturnType<typeof createServer>>((done) => {
    const made = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => done(made as never))
  })
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      await new Promise((done) => server.close(done))
      await pool.query('drop table bare_orders')
      await pool.end()
    },
  }
}

/** Posts `count` orders to a provider of its own on a local chain; chain, database and clients share this machine. */
export async function intake(databaseUrl: string, count = 12_000): Promise<Intake> {
  const chain = await startChain()
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  const provider = await startProvider({ port: 0, dataDir, chains: [chain], databaseUrl })
  try {
    const accounts = makers(200)
    const domain = seaportDomain(chain.id, '1.6')
    const token = chain.contracts.collections[0]?.address
    if (token === undefined) throw new Error('The local chain has no collection.')
    const terms = { domain, token, conduitKey: chain.contracts.conduitKey }
    const bodiesOf = (first: number, many: number): string[] => {
      const orders = signedOrders(accounts, many, { ...terms, first })
      return Array.from({ length: many / perPost }, (_, index) =>
        JSON.stringify({
          items: orders
            .slice(index * perPost, (index + 1) * perPost)
            .map((one) => ({ order: postedJson(one) })),
        }),
      )
    }
    const url = `${provider.url}/${chain.slug}/order`
    await postAll(`${url}/v4`, bodiesOf(10_000_000, 2000))
    const bodies = bodiesOf(0, count)
    const bulk = count / (await postAll(`${url}/v4`, bodies))
    const times: number[] = []
    for (const order of signedOrders(accounts, 300, { ...terms, first: 20_000_000 })) {
      const body = JSON.stringify({ order: postedJson(order) })
      const started = performance.now()
      const answer = await fetch(`${url}/v3`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (answer.status !== 200) throw new Error(`Refused: ${await answer.text()}`)
      await answer.text()
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    const bare = await bareServer(databaseUrl)
    const bareRate = count / (await postAll(bare.url, bodies))
    await bare.stop()
    return { bulk, bare: bareRate, single: { median: times[150] ?? 0, p99: times[296] ?? 0 } }
  } finally {
    await provider.stop()
    await chain.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
