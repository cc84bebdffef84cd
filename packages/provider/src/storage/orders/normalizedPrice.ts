import { type SQL, sql } from 'drizzle-orm'

/** Basis points of the collection's royalties that an order leaves out, over the alias `o`. */
const missing: SQL = sql`greatest(0, (
    select coalesce(sum((r.value ->> 'bps')::integer), 0)
    from collections k, jsonb_array_elements(k.royalties) r
    where k.chain_id = o.chain_id and k.contract = o.contract
  ) - (
    select coalesce(sum((f.value ->> 'bps')::integer), 0)
    from jsonb_array_elements(o.fees) f where f.value ->> 'kind' = 'royalty'
  ))`

/** What one unit of a listing `o` costs; with the royalties that it leaves out where they are paid on top. */
export const askPrice = (normalized = false): SQL =>
  normalized ? sql`(o.unit_price + div(o.unit_price * ${missing}, 10000))` : sql`o.unit_price`

/** What an offer `o` brings for one unit; less the royalties that it leaves out where its taker pays them. */
export const bidNet = (normalized = false): SQL =>
  normalized ? sql`(o.unit_net - div(o.unit_price * ${missing}, 10000))` : sql`o.unit_net`
