import { type ChildProcess, fork } from 'node:child_process'
import { Agent, get } from 'node:http'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { withClient } from './withClient.ts'

/** A hot read: a request to the provider, and the same rows by one prepared query. */
export type HotRead = {
  readonly name: string
  readonly path: (draw: Draw) => string
  readonly sql: string
  readonly values: (draw: Draw) => readonly unknown[]
}
/** The parameters of one request. */
export type Draw = {
  readonly collection: string
  readonly maker: string
  readonly token: string
  readonly tokenId: string
}
export type HotReadRow = {
  readonly name: string
  readonly ours: number
  readonly bare: number
  readonly ratio: number
  /** Milliseconds. */
  readonly p99: number
  readonly bareP99: number
}

const now = '1700000000'
const open = `o.fillability = 'fillable' and o.approval = 'approved' and o.taker is null and o.end_time > ${now}`
/** The columns that the route shows of an order; the floor reads no more. */
const shown = `o.id, o.side, o.kind, o.maker, o.taker, o.contract, o.token_id, o.token_kind, o.token_set_id, o.currency,
  o.unit_price, o.unit_net, o.quantity, o.filled, o.start_time, o.end_time, o.zone, o.fee_bps, o.fees, o.source,
  o.fillability, o.approval, o.created_at, o.updated_at`

export const hotReads: readonly HotRead[] = [
  {
    name: 'a token’s floor ask',
    path: ({ token }) => `/orders/asks/v5?token=${token}&sortBy=price&limit=1`,
    sql: `select ${shown} from orders o where chain_id = $1 and side = 'sell' and contract = $2 and token_id = $3 and ${open}
      order by unit_price, id limit 1`,
    values: ({ collection, tokenId }) => [collection, tokenId],
  },
  {
    name: 'a collection’s cheapest 20',
    path: ({ collection }) => `/orders/asks/v5?contracts=${collection}&sortBy=price&limit=20`,
    sql: `select ${shown} from orders o where chain_id = $1 and side = 'sell' and contract = $2 and ${open}
      order by unit_price, id limit 20`,
    values: ({ collection }) => [collection],
  },
  {
    name: 'a user’s 20 listings',
    path: ({ maker }) => `/users/${maker}/asks/v1?limit=20`,
    sql: `select ${shown} from orders o where chain_id = $1 and side = 'sell' and maker = $2
      order by created_at desc, id desc limit 20`,
    values: ({ maker }) => [maker],
  },
  {
    name: 'a token’s top bid',
    path: ({ token }) => `/orders/bids/v6?token=${token}&sortBy=price&limit=1`,
    sql: `select o.* from (values ('token:' || $2 || ':' || $3), ('contract:' || $2)) sets (id) cross join lateral (
        select ${shown} from orders o where chain_id = $1 and side = 'buy' and ${open} and token_set_id = sets.id
        order by unit_net desc, id desc limit 1) o
      order by unit_net desc, id desc limit 1`,
    values: ({ collection, tokenId }) => [collection, tokenId],
  },
]

/** The parameters of requests: tokens, collections and makers of the book, in proportion to their listings. */
export function draws(databaseUrl: string, chainId: number, count: number): Promise<readonly Draw[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ contract: string; maker: string; token_id: string }>(
      `select contract, maker, token_id from orders tablesample system (1) repeatable (7)
       where chain_id = $1 and side = 'sell' and token_id is not null limit $2`,
      [chainId, count * 20],
    )
    const every = Math.max(1, Math.floor(rows.length / count))
    return rows
      .filter((_, index) => index % every === 0)
      .slice(0, count)
      .map(({ contract, maker, token_id: tokenId }) => ({
        collection: contract,
        maker,
        token: `${contract}:${tokenId}`,
        tokenId,
      }))
  })
}

/** The smallest server: hono, pg, one prepared query. Runs in a process of its own. */
function bareReads(databaseUrl: string, chainId: number): { fetch: Hono['fetch']; stop(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
  const app = new Hono()
  for (const [index, { sql }] of hotReads.entries())
    app.get(`/${index}`, async (c) => {
      const values = c.req.queries('v') ?? []
      const { rows } = await pool.query({ name: `hot${index}`, text: sql, values: [chainId, ...values] })
      return c.json({ orders: rows, continuation: null })
    })
  return { fetch: app.fetch, stop: () => pool.end() }
}

/** A bare server in a child process; this file is the child's program. */
export async function startBare(
  databaseUrl: string,
  chainId: number,
): Promise<{ url: string; stop(): void }> {
  const child: ChildProcess = fork(import.meta.filename, [], {
    env: { ...process.env, BARE_DATABASE: databaseUrl, BARE_CHAIN: String(chainId) },
  })
  const port = await new Promise<number>((done, fail) => {
    child.once('message', (message) => done(Number(message)))
    child.once('exit', () => fail(new Error('The bare server stopped at its start.')))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

/** Times in milliseconds. */
export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number }

/** 32 clients send requests for a while; the responses are read to the end. */
export async function load(urls: readonly string[], milliseconds: number, clients = 32): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const until = performance.now() + milliseconds
  const ask = (url: string): Promise<void> =>
    new Promise((done, fail) => {
      get(url, { agent }, (answer) => {
        answer.on('data', () => {})
        answer.on('end', () =>
          answer.statusCode === 200 ? done() : fail(new Error(`${answer.statusCode} for ${url}`)),
        )
      }).on('error', fail)
    })
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let index = client; performance.now() < until; index += clients) {
        const before = performance.now()
        await ask(urls[index % urls.length] as string)
        times.push(performance.now() - before)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: times.length / seconds, p50: share(0.5), p99: share(0.99) }
}

/** Measures every hot read against its bare server, in turns, and returns the medians of the rounds. */
export async function measureHotReads(
  base: string,
  databaseUrl: string,
  chainId: number,
  rounds = 5,
  milliseconds = 1500,
): Promise<readonly HotReadRow[]> {
  const asked = await draws(databaseUrl, chainId, 2000)
  const bare = await startBare(databaseUrl, chainId)
  const median = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  try {
    const rows: HotReadRow[] = []
    for (const [index, read] of hotReads.entries()) {
      const ourUrls = asked.map((draw) => `${base}${read.path(draw)}`)
      const bareUrls = asked.map(
        (draw) =>
          `${bare.url}/${index}?${read
            .values(draw)
            .map((value) => `v=${value}`)
            .join('&')}`,
      )
      const pairs: { ours: Load; bare: Load }[] = []
      for (let round = 0; round <= rounds; round += 1) {
        const one = { ours: await load(ourUrls, milliseconds), bare: await load(bareUrls, milliseconds) }
        if (round > 0) pairs.push(one)
      }
      rows.push({
        name: read.name,
        ours: median(pairs.map(({ ours }) => ours.perSecond)),
        bare: median(pairs.map((pair) => pair.bare.perSecond)),
        ratio: median(pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond)),
        p99: median(pairs.map(({ ours }) => ours.p99)),
        bareP99: median(pairs.map((pair) => pair.bare.p99)),
      })
    }
    return rows
  } finally {
    bare.stop()
  }
}

/** Queries per second of a query in the database, and of `select 1` in the same rounds for comparison. */
export type DatabaseRead = { readonly name: string; readonly ours: number; readonly one: number }

const connections = 8

/** Queries on every connection in a loop; returns queries per second. */
async function askAll(
  pool: pg.Pool,
  query: (turn: number) => pg.QueryConfig,
  milliseconds: number,
): Promise<number> {
  const started = performance.now()
  let answered = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - started < milliseconds) {
        await pool.query(query(answered))
        answered += 1
      }
    }),
  )
  return (answered * 1000) / (performance.now() - started)
}

/** The hot reads' own queries without a server, on eight connections: medians of the rounds. */
export async function measureDatabaseReads(
  databaseUrl: string,
  chainId: number,
  rounds = 3,
  milliseconds = 1000,
): Promise<readonly DatabaseRead[]> {
  const asked = await draws(databaseUrl, chainId, 2000)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
  try {
    const rows: DatabaseRead[] = []
    for (const [index, { name, sql, values }] of hotReads.entries()) {
      const ours = (turn: number) => {
        const draw = asked[turn % asked.length] as Draw
        return { name: `read${index}`, text: sql, values: [chainId, ...values(draw)] }
      }
      const one = () => ({ name: 'one', text: 'select 1 as one' })
      const pairs: { ours: number; one: number }[] = []
      for (let round = 0; round <= rounds; round += 1) {
        const pair = {
          ours: await askAll(pool, ours, milliseconds),
          one: await askAll(pool, one, milliseconds),
        }
        if (round > 0) pairs.push(pair)
      }
      rows.push({
        name,
        ours: middle(pairs.map((pair) => pair.ours)),
        one: middle(pairs.map((pair) => pair.one)),
      })
    }
    return rows
  } finally {
    await pool.end()
  }
}

if (process.env.BARE_DATABASE !== undefined && process.send !== undefined) {
  const { fetch } = bareReads(process.env.BARE_DATABASE, Number(process.env.BARE_CHAIN))
  serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
}
