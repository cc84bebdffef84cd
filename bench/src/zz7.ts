import { startEmbeddedPostgres } from '@sluice/provider'
import pg from 'pg'

const pgs = await startEmbeddedPostgres(process.argv[2] as string)
const c = new pg.Client({ connectionString: pgs.url })
await c.connect()
await c.query("set maintenance_work_mem = '512MB'")
const { rows } = await c.query(
  "select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index where indrelid = 'orders'::regclass and not indisprimary",
)
for (const { name, text } of rows) {
  await c.query(`drop index ${name}`)
  await c.query(text.replace(' ON ONLY ', ' ON '))
  console.log(name)
}
await c.query('vacuum analyze orders')
await c.end()
await pgs.stop()
