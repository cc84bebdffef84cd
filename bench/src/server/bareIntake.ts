import { fork } from 'node:child_process'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

/** The least that a server can do: parse each order and insert it on its own, without checks. */
async function serveBare(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  await pool.query('create table if not exists bare_orders (id text primary key, body jsonb not null)')
  await pool.query('truncate bare_orders')
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
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
}

/** The bare server in a process of its own; this file is its program. */
export async function startBareIntake(databaseUrl: string): Promise<{ port: number; stop(): Promise<void> }> {
  const child = fork(import.meta.filename, [], { env: { ...process.env, BARE_INTAKE: databaseUrl } })
  const port = await new Promise<number>((done, fail) => {
    child.once('message', (message) => done(Number(message)))
    child.once('exit', () => fail(new Error('The bare server stopped at its start.')))
  })
  return {
    port,
    stop: async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query('drop table bare_orders')
      await client.end()
      child.kill()
    },
  }
}

if (process.env.BARE_INTAKE !== undefined && process.send !== undefined)
  await serveBare(process.env.BARE_INTAKE)
