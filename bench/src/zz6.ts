import { startEmbeddedPostgres } from '@sluice/provider'
import pg from 'pg'

const pgs = await startEmbeddedPostgres('/tmp/sluice-book-1m')
const c = new pg.Client({ connectionString: pgs.url })
await c.connect()
console.log(
  (
    await c.query(
      "select indexrelid::regclass::text, indisvalid from pg_index where indrelid in ('orders_31337'::regclass)",
    )
  ).rows,
)
const {
  rows: [o],
} = await c.query("select contract, token_id, maker from orders where side='sell' limit 1")
console.log(o, (await c.query('select count(*) from orders')).rows)
for (const [q, v] of [
  [
    `select * from orders o where chain_id = $1 and o.side='sell' and o.taker is null and (o.fillability='fillable' and o.approval='approved' and o.end_time > $2) and true and contract = $3 and token_id = $4::numeric order by unit_price asc, id asc limit 1`,
    [31337, 1700000000, o.contract, o.token_id],
  ],
] as const) {
  await c.query('set plan_cache_mode = force_generic_plan')
  await c.query({ text: `prepare p as ${q}` }).catch((e) => console.log(String(e)))
  console.log(
    (await c.query(`explain (analyze, costs off) ${q}`, [...v])).rows
      .map((r: any) => r['QUERY PLAN'])
      .join('\n'),
  )
}
await c.end()
await pgs.stop()
