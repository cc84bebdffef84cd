import { connect, createServer, type Server, type Socket } from 'node:net'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../devnet/src/processes/freePort.ts'
import type { ChainConfig } from '../../src/chainConfig.ts'
import { runCommand } from '../../src/commands/run.ts'
import { StartError } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { orderJson } from '../../src/orders/orderJson.ts'
import { createProvider, type Provider } from '../../src/provider.ts'
import { query } from '../operations/ownCluster.ts'
import { configOf, type State, settingsFor, startState, type Trader } from '../support/fixture.ts'

/** The way to a database, which can be cut and opened again. */
type Line = { readonly url: string; cut(): Promise<void>; open(): Promise<void> }

async function startLine(databaseUrl: string): Promise<Line> {
  const to = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const from = new URL(databaseUrl)
  const open = async (): Promise<void> => {
    server = createServer((socket) => {
      const other = connect(Number(to.port), to.hostname)
      for (const one of [socket, other]) {
        sockets.add(one)
        one.on('error', () => {})
        one.on('close', () => sockets.delete(one))
      }
      socket.pipe(other).pipe(socket)
    })
    await new Promise<void>((done) => server?.listen(Number(from.port), '127.0.0.1', done))
  }
  from.hostname = '127.0.0.1'
  from.port = String(await freePort(0, 'database', () => {}))
  await open()
  return {
    url: from.href,
    open,
    cut: async () => {
      const closed = new Promise((done) => server?.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

let harbor: State
let fjord: State
let line: Line
let provider: Provider
let metricsPort: number
let chains: readonly ChainConfig[]
beforeAll(async () => {
  ;[harbor, fjord] = await Promise.all([startState(), startState(undefined, { chainId: 1337 })])
  line = await startLine(fjord.databaseUrl)
  metricsPort = await freePort(0, 'metrics', () => {})
  const wsUrls = (state: State) => ({ wsUrls: [state.chain.wsUrl] })
  chains = [
    { ...configOf(harbor.chain), ...wsUrls(harbor) },
    { ...configOf(fjord.chain), ...wsUrls(fjord), database: line.url },
  ]
  provider = await start()
})
afterAll(async () => {
  await provider?.stop()
  await line?.cut()
  await harbor?.stop()
  await fjord?.stop()
})

/** Starts a provider whose home database is that of the first chain. */
const start = (of: readonly ChainConfig[] = chains): Promise<Provider> =>
  createProvider({ ...settingsFor(of, harbor.databaseUrl), metricsPort }, createLog('silent'))
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as the JSON that they are
type Answer = { readonly status: number; readonly body: any }
async function ask(path: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${provider.url}${path}`, init)
  return { status: response.status, body: await response.json() }
}
const isServed = async (slug: string): Promise<boolean> => (await ask(`/${slug}/health`)).status === 200
const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
const ordersIn = (state: State) =>
  query(state.databaseUrl, 'select chain_id::int as chain, count(*)::int as orders from orders group by 1')

/** Lists a token and buys it, both by requests to the provider. */
async function trade(state: State): Promise<void> {
  const { slug } = state.chain
  const [maker, taker] = state.traders as [Trader, Trader]
  const tokenId = await state.mint(maker, 1)
  await state.approve(maker)
  const order = state.listing(maker, tokenId)
  const data = { ...orderJson(order), signature: await state.sign(maker, order) }
  const posted = await ask(`/${slug}/order/v3`, { order: { kind: 'seaport-v1.6', data } })
  expect(posted).toMatchObject({ status: 200 })
  const token = `${state.collection}:${tokenId}`
  const buy = { items: [{ token }], taker: taker.address }
  await expect.poll(async () => (await ask(`/${slug}/execute/buy/v7`, buy)).status).toBe(200)
  const { body } = await ask(`/${slug}/execute/buy/v7`, buy)
  for (const { kind, items } of body.steps)
    for (const item of kind === 'transaction' ? items : [])
      if (item.status === 'incomplete')
        await taker.send({ to: item.data.to, data: item.data.data, value: BigInt(item.data.value ?? 0) })
  const sales = async () => (await ask(`/${slug}/sales/v6?tokens=${token}`)).body.sales
  await expect.poll(sales).toMatchObject([{ from: maker.address, to: taker.address }])
}

describe('chains in two databases', () => {
  test('default: are traded through one API, and each keeps everything in its own', async () => {
    const events = new AbortController()
    const stream = await fetch(`${provider.url}/fjord/events`, { signal: events.signal })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await Promise.all([trade(harbor), trade(fjord)])
    let text = ''
    while (!text.includes('event: sale')) text += (await reader?.read())?.value ?? ''
    events.abort()
    expect(await ordersIn(harbor)).toEqual([{ chain: 31337, orders: 1 }])
    expect(await ordersIn(fjord)).toEqual([{ chain: 1337, orders: 1 }])
  })

  test('are both described by the metrics, the home database without a label', async () => {
    const text = await metrics()
    const { host, pathname } = new URL(line.url)
    expect(text).toContain('\nsluice_db_up 1\n')
    expect(text).toContain(`\nsluice_db_up{database="${host}${pathname}"} 1\n`)
    expect(text).not.toContain(new URL(line.url).password)
  })

  test('are written to by commands that name the chain', async () => {
    const environment = {
      SLUICE_CHAINS: JSON.stringify(chains.map((chain) => ({ ...chain, zone: undefined }))),
      SLUICE_LOG_LEVEL: 'silent',
      DATABASE_URL: harbor.databaseUrl,
    }
    const run = (...args: readonly string[]) => runCommand(args, environment, () => {})
    await run('webhooks', 'add', 'fjord', 'https://hook.example', 'sale')
    const hooks = 'select chain_id::int as chain from webhooks'
    expect(await query(fjord.databaseUrl, hooks)).toEqual([{ chain: 1337 }])
    expect(await query(harbor.databaseUrl, hooks)).toEqual([])
    await run('keys', 'add', 'shop')
    expect(await query(harbor.databaseUrl, 'select name from api_keys')).toEqual([{ name: 'shop' }])
    await expect(run('backup', '/nowhere/copy')).rejects.toThrow(/several databases/)
  })
})

describe('a database that cannot be reached', () => {
  test('takes down its own chains, which say so, and no other', async () => {
    await line.cut()
    expect(await ask('/fjord/orders/asks/v5')).toMatchObject({
      status: 503,
      body: { message: 'The database of this chain cannot be reached at the moment.' },
    })
    await trade(harbor)
    const chainsNow = [
      { slug: 'harbor', status: 'ok' },
      { slug: 'fjord', status: 'database-unreachable' },
    ]
    expect(await ask('/health')).toMatchObject({
      status: 200,
      body: { status: 'degraded', chains: chainsNow },
    })
    expect(await ask('/health/ready')).toMatchObject({ status: 200, body: { degraded: ['fjord'] } })
    expect(await ask('/fjord/health')).toMatchObject({ status: 503 })
    expect(await metrics()).toMatch(/^sluice_db_up\{database="[^"]+"\} 0$/m)
    await line.open()
    await expect.poll(() => isServed('fjord')).toBe(true)
    await trade(fjord)
  })

  test('at the start is waited for while the other chains are served', async () => {
    await provider.stop()
    await line.cut()
    provider = await start()
    await expect.poll(() => isServed('harbor')).toBe(true)
    expect((await ask('/fjord/collections/v7')).status).toBe(503)
    await line.open()
    await expect.poll(() => isServed('fjord')).toBe(true)
    await trade(fjord)
  })

  test('prevents the start by a sentence when it does not exist', async () => {
    const database = new URL(`/${toHex('none')}`, harbor.databaseUrl).href
    const started = start([...chains.slice(0, 1), { ...(chains[1] as ChainConfig), database }])
    await expect(started).rejects.toThrow(new StartError('SLUICE_CHAINS: fjord: there is no such database.'))
  })
})
