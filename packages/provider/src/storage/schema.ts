import type { Fee } from '@sluice/seaport'

/** The types of rows by type of Postgres: large numbers and times come as text. */
type Values = {
  readonly text: string
  readonly integer: number
  readonly bigint: string
  readonly numeric: string
  readonly boolean: boolean
  readonly timestamptz: string
  readonly jsonb: unknown
  readonly bytea: Uint8Array<ArrayBuffer>
  readonly 'text[]': readonly string[]
  readonly 'hex[]': readonly `0x${string}`[]
  /** In Postgres's format: `{1,2}`. */
  readonly 'numeric[]': string
  /** An address, a hash, an id or a signature: `0x` and lower-case hex digits. */
  readonly hex: `0x${string}`
  readonly side: 'sell' | 'buy'
  readonly token_kind: 'erc721' | 'erc1155'
  readonly order_kind: 'seaport-v1.6' | 'seaport-v1.5'
  readonly signer: 'key' | 'contract' | 'book'
  readonly read_fact: 'held' | 'operator' | 'filled' | 'cancelled' | 'signed'
  readonly settled_tag: 'safe' | 'finalized'
  readonly post_status: 'pending' | 'posted' | 'failed'
  readonly royalties: readonly Fee[]
  readonly trading: 'open' | 'enforced' | 'barred'
  readonly order_fees: readonly (Fee & { readonly kind: 'royalty' | 'marketplace' })[]
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
  readonly payload: Readonly<Record<string, unknown>>
}
type Type = keyof Values

/** The types of Postgres that columns of a narrower type are stored as. */
export const storedAs: Readonly<Partial<Record<string, string>>> = {
  hex: 'text',
  side: 'text',
  token_kind: 'text',
  order_kind: 'text',
  signer: 'text',
  read_fact: 'text',
  settled_tag: 'text',
  post_status: 'text',
  royalties: 'jsonb',
  trading: 'text',
  order_fees: 'jsonb',
  attributes: 'jsonb',
  payload: 'jsonb',
}

/** `name type` of each column in a comma-separated text. */
type ColumnText<T extends string> = T extends `${infer First}, ${infer Rest}` ? First | ColumnText<Rest> : T
type ColumnsOf<T extends string> = {
  readonly [C in ColumnText<T> as C extends `${infer Name} ${string}`
    ? Name
    : never]: C extends `${string} ${infer Of}` ? Of : never
}

/** The columns of a table as `name type`; a question mark follows the type of one that may be null. */
const table = <const T extends string>(...lines: readonly T[]): ColumnsOf<T> =>
  Object.fromEntries(
    lines.flatMap((line) => line.split(', ').map((column) => column.split(' '))),
  ) as unknown as ColumnsOf<T>

/** The place of a fact in the chain. */
const fact = 'chain_id bigint, block_hash hex, log_index integer, block bigint'
const mined = 'tx_hash hex, timestamp bigint'

/**
 * Every table with its columns, as the migrations leave them. Addresses and hashes are lower-case; amounts are base
 * units; times of orders and of facts are unix seconds. Tables with a `chain_id` are partitioned by it.
 */
export const tables = {
  // The chain: blocks, and what their events say.
  blocks: table(
    'chain_id bigint, number bigint, hash hex, parent_hash hex, timestamp bigint, logs text?, checked boolean',
  ),
  underived: table('chain_id bigint, block bigint, facts bigint'),
  finality: table('chain_id bigint, tag settled_tag, number bigint, hash hex, updated_at timestamptz'),
  leases: table('chain_id bigint, term bigint, holder text, taken_at timestamptz, expires_at timestamptz'),
  transfers: table(
    fact,
    mined,
    'contract hex, token_id numeric, batch_index integer, from_address hex, to_address hex, amount numeric',
  ),
  ownerships: table(
    'chain_id bigint, contract hex, token_id numeric, owner hex, amount numeric, acquired_at bigint',
  ),
  operators: table(fact, 'contract hex, owner hex, operator hex, approved boolean'),
  fills: table(
    fact,
    mined,
    'contract hex, token_id numeric, order_id hex, side side, maker hex, taker hex, amount numeric, currency hex',
    'price numeric, kind text, sale boolean',
  ),
  cancels: table(fact, mined, 'order_id hex, maker hex, kind text'),
  counters: table(fact, 'maker hex, counter numeric, kind text'),
  payers: table('chain_id bigint, block_hash hex, block bigint, account hex'),
  // What is read of the chain besides its events.
  purses: table(
    'chain_id bigint, maker hex, currency hex, conduit hex, funds numeric, allowed numeric, settled boolean',
  ),
  barred_moves: table('chain_id bigint, contract hex, side side, conduit hex, zone hex'),
  counter_readings: table('chain_id bigint, kind order_kind, maker hex, counter numeric, settled boolean'),
  fact_readings: table(
    'chain_id bigint, fact read_fact, contract hex, owner hex, subject text, value numeric?, block bigint, walked bigint',
    'read_at timestamptz, tried_at timestamptz',
  ),
  // Collections and tokens.
  collections: table(
    'chain_id bigint, contract hex, kind token_kind, name text?, symbol text?, description text?, image text?',
    'image_source text?, banner text?, banner_source text?, royalties royalties, royalties_at timestamptz, document_due timestamptz?, trading trading, created_at timestamptz, state text',
    'fill_next bigint?, fill_end bigint?, used_at timestamptz',
  ),
  forgotten_collections: table('chain_id bigint, contract hex'),
  collection_counts: table('chain_id bigint, contract hex, tokens bigint, mints bigint, owners bigint'),
  sale_days: table('chain_id bigint, contract hex, currency hex, day integer, sales bigint, volume numeric'),
  collection_stats: table(
    'chain_id bigint, contract hex, floor numeric?, on_sale bigint, wrapped hex, day_volume numeric',
    'week_volume numeric, month_volume numeric, total_volume numeric, day_mints bigint, week_mints bigint',
    'month_mints bigint, due bigint?',
  ),
  stale_collections: table('chain_id bigint, contract hex'),
  holders: table('chain_id bigint, contract hex, owner hex, tokens numeric'),
  mint_days: table('chain_id bigint, contract hex, day integer, mints bigint'),
  chain_hours: table(
    'chain_id bigint, hour integer, currency text, mints bigint, sales bigint, volume numeric',
  ),
  tokens: table(
    'chain_id bigint, contract hex, token_id numeric, name text?, description text?, image text?, image_source text?',
    'attributes attributes, metadata_state text, metadata_tries integer, metadata_due timestamptz?, minted_at bigint?',
    'flagged boolean, flagged_at timestamptz?, updated_at timestamptz',
  ),
  token_attributes: table('chain_id bigint, contract hex, token_id numeric, key text, value text'),
  token_sets: table(
    'chain_id bigint, id text, contract hex, attribute_key text?, attribute_value text?, token_ids numeric[]',
    'created_at timestamptz',
  ),
  pictures: table('chain_id bigint, source_hash text, type text, bytes bytea, created_at timestamptz'),
  // Orders. The key is the hash, which does not name the Seaport: that is in what the maker signs alone. An order can
  // therefore be stored for one Seaport only. Nobody but its maker can sign it for the other one, and a post that does is
  // rejected with a sentence (`adoptOrders`) and replaces nothing.
  orders: table(
    'chain_id bigint, id hex, side side, kind order_kind, maker hex, taker hex?, contract hex, token_id numeric?',
    'token_kind token_kind, token_set_id text, currency hex, gross numeric, unit_price numeric, unit_net numeric',
    'quantity numeric, filled numeric, need numeric, start_time bigint, end_time bigint, counter numeric',
    'conduit hex, zone hex, fee_bps integer, fees order_fees, source text?, components jsonb, moving boolean',
    'signature hex, signed_by signer, fillability text, approval text, created_at timestamptz, updated_at timestamptz',
  ),
  auctions: table(
    'chain_id bigint, contract hex, token_id numeric, seller hex, said_at bigint, held_since bigint, currency hex?',
    'reserve numeric, step_bps integer, step_amount numeric, ends_at bigint, signature hex, created_at timestamptz',
  ),
  zone_cancels: table('chain_id bigint, order_id hex, created_at timestamptz'),
  book_readings: table('chain_id bigint, book text, contract hex, side side, cursor text, pages integer'),
  cross_posts: table(
    'chain_id bigint, id bigint, order_id hex, orderbook text, kind text, components jsonb, signature hex',
    'api_key text?, status post_status, reason text, attempts integer, next_at timestamptz, created_at timestamptz',
    'updated_at timestamptz',
  ),
  // The service itself: plans, events, and their readers.
  executions: table('chain_id bigint, request_id text, action text, account hex, created_at timestamptz'),
  execution_results: table(
    'chain_id bigint, request_id text, step_id text, tx_hash text, failed boolean, created_at timestamptz',
  ),
  answers: table(
    'chain_id bigint, scope text, key text, request text, status integer?, body text?, created_at timestamptz',
  ),
  outbox: table('chain_id bigint, seq bigint, kind text, payload payload, created_at timestamptz'),
  webhooks: table(
    'chain_id bigint, id text, url text, secret text, kinds text[], contracts hex[], seq bigint, failures integer',
    'next_at timestamptz, last_error text?, created_at timestamptz',
  ),
  dead_letters: table(
    'chain_id bigint, webhook_id text, seq bigint, kind text, payload payload, reason text, created_at timestamptz',
  ),
  api_keys: table(
    'prefix text, digest text, name text, scopes text[], origins text[], reads integer?, writes integer?',
    'created_at timestamptz, expires_at timestamptz?',
  ),
} as const satisfies Readonly<Record<string, Readonly<Record<string, Type | `${Type}?`>>>>

export type TableName = keyof typeof tables

/** The tables that have a partition for each chain. */
export const partitionedTables = (Object.keys(tables) as TableName[]).filter(
  (name) => 'chain_id' in tables[name],
)

type ValueOf<C> = C extends `${infer T extends Type}?` ? Values[T] | null : C extends Type ? Values[C] : never

/** A row of a table, as a query of whole columns returns it. */
export type RowOf<T extends TableName> = {
  readonly [C in keyof (typeof tables)[T]]: ValueOf<(typeof tables)[T][C]>
}

/** Some columns of a table's rows. */
export type Columns<T extends TableName, C extends keyof RowOf<T>> = Pick<RowOf<T>, C>
