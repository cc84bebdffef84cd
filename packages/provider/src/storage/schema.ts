/**
 * What `rows` of a database gives for a column of each type: whole numbers beyond 32 bits, amounts, moments and lists
 * of amounts come as text.
 */
type Values = {
  readonly text: string
  /** Text that is an address, a hash, an id or a signature: `0x` and lower-case hex digits. */
  readonly hex: `0x${string}`
  /** Text of a few words that only we write. */
  readonly side: 'sell' | 'buy'
  readonly token_kind: 'erc721' | 'erc1155'
  readonly order_kind: 'seaport-v1.6' | 'seaport-v1.5'
  readonly signer: 'key' | 'contract'
  readonly integer: number
  readonly bigint: string
  readonly numeric: string
  readonly boolean: boolean
  readonly timestamptz: string
  readonly jsonb: unknown
  readonly uuid: string
  readonly bytea: Uint8Array<ArrayBuffer>
  readonly 'text[]': readonly string[]
  readonly 'hex[]': readonly `0x${string}`[]
  /** As Postgres writes it: `{1,2}`. */
  readonly 'numeric[]': string
}
type Type = keyof Values
/** A column's type; a question mark stands behind that of one which may be null. */
export type Column = Type | `${Type}?`

/** Where a fact stands in the chain. */
const place = { chain_id: 'bigint', block_hash: 'hex', log_index: 'integer', block: 'bigint' } as const
const transaction = { tx_hash: 'hex', timestamp: 'bigint' } as const
const created = { created_at: 'timestamptz' } as const
const token = { chain_id: 'bigint', contract: 'hex', token_id: 'numeric' } as const
const purse = { chain_id: 'bigint', maker: 'hex', currency: 'hex', conduit: 'hex' } as const

/**
 * Every table with its columns, as the migrations leave them. Addresses and hashes are lower-case; amounts are base
 * units; times of orders and of facts are unix seconds. Tables with a `chain_id` are partitioned by it.
 */
export const tables = {
  // The chain: blocks, and what their events say.
  blocks: {
    ...{ chain_id: 'bigint', number: 'bigint', hash: 'hex', parent_hash: 'hex', timestamp: 'bigint' },
    ...{ logs: 'text?', checked: 'boolean' },
  },
  finality: { chain_id: 'bigint', tag: 'text', number: 'bigint', hash: 'hex', updated_at: 'timestamptz' },
  leases: {
    ...{
      chain_id: 'bigint',
      term: 'bigint',
      holder: 'text',
      taken_at: 'timestamptz',
      expires_at: 'timestamptz',
    },
  },
  transfers: {
    ...{ ...place, ...transaction, ...token, batch_index: 'integer' },
    ...{ from_address: 'hex', to_address: 'hex', amount: 'numeric' },
  },
  ownerships: { ...token, owner: 'hex', amount: 'numeric', acquired_at: 'bigint' },
  operators: { ...place, contract: 'hex', owner: 'hex', operator: 'hex', approved: 'boolean' },
  fills: {
    ...{ ...place, ...transaction, ...token, order_id: 'hex', side: 'side', maker: 'hex', taker: 'hex' },
    ...{ amount: 'numeric', currency: 'hex', price: 'numeric', kind: 'text' },
  },
  cancels: { ...place, ...transaction, order_id: 'hex', maker: 'hex', kind: 'text' },
  counters: { ...place, maker: 'hex', counter: 'numeric', kind: 'text' },
  payers: { chain_id: 'bigint', block_hash: 'hex', block: 'bigint', account: 'hex' },
  // What is read of the chain beside its events.
  purses: { ...purse, funds: 'numeric', allowed: 'numeric', settled: 'boolean' },
  counter_readings: {
    chain_id: 'bigint',
    kind: 'text',
    maker: 'hex',
    counter: 'numeric',
    settled: 'boolean',
  },
  // Collections and tokens.
  collections: {
    ...{
      chain_id: 'bigint',
      contract: 'hex',
      kind: 'text',
      name: 'text?',
      symbol: 'text?',
      description: 'text?',
    },
    ...{ image: 'text?', image_source: 'text?', royalties: 'jsonb', royalties_at: 'timestamptz', ...created },
    ...{ state: 'text', fill_next: 'bigint?', fill_end: 'bigint?', used_at: 'timestamptz' },
  },
  collection_counts: {
    ...{ chain_id: 'bigint', contract: 'hex', tokens: 'bigint', mints: 'bigint', owners: 'bigint' },
  },
  sale_days: {
    ...{
      chain_id: 'bigint',
      contract: 'hex',
      currency: 'hex',
      day: 'integer',
      sales: 'bigint',
      volume: 'numeric',
    },
  },
  collection_stats: {
    ...{ chain_id: 'bigint', contract: 'hex', floor: 'numeric?', on_sale: 'bigint', wrapped: 'hex' },
    ...{ day_volume: 'numeric', week_volume: 'numeric', month_volume: 'numeric', total_volume: 'numeric' },
    due: 'bigint?',
  },
  stale_collections: { chain_id: 'bigint', contract: 'hex', id: 'uuid' },
  tokens: {
    ...{
      ...token,
      name: 'text?',
      description: 'text?',
      image: 'text?',
      image_source: 'text?',
      attributes: 'jsonb',
    },
    ...{
      metadata_state: 'text',
      metadata_tries: 'integer',
      metadata_due: 'timestamptz?',
      minted_at: 'bigint?',
    },
    ...{ flagged: 'boolean', flagged_at: 'timestamptz?', updated_at: 'timestamptz' },
  },
  token_attributes: { ...token, key: 'text', value: 'text' },
  token_sets: {
    ...{ chain_id: 'bigint', id: 'text', contract: 'hex', attribute_key: 'text?', attribute_value: 'text?' },
    ...{ token_ids: 'numeric[]', ...created },
  },
  pictures: { chain_id: 'bigint', source_hash: 'text', type: 'text', bytes: 'bytea', ...created },
  // Orders.
  orders: {
    ...{
      chain_id: 'bigint',
      id: 'hex',
      side: 'side',
      kind: 'order_kind',
      maker: 'hex',
      taker: 'hex?',
      contract: 'hex',
    },
    ...{
      token_id: 'numeric?',
      token_kind: 'token_kind',
      token_set_id: 'text',
      currency: 'hex',
      gross: 'numeric',
    },
    ...{
      unit_price: 'numeric',
      unit_net: 'numeric',
      quantity: 'numeric',
      filled: 'numeric',
      need: 'numeric',
    },
    ...{ start_time: 'bigint', end_time: 'bigint', counter: 'numeric', conduit: 'hex', zone: 'hex' },
    ...{ fee_bps: 'integer', fees: 'jsonb', source: 'text?', components: 'jsonb', moving: 'boolean' },
    ...{ signature: 'hex', signed_by: 'signer', fillability: 'text', approval: 'text' },
    ...{ ...created, updated_at: 'timestamptz' },
  },
  zone_cancels: { chain_id: 'bigint', order_id: 'hex', ...created },
  cross_posts: {
    ...{
      chain_id: 'bigint',
      id: 'bigint',
      order_id: 'hex',
      orderbook: 'text',
      kind: 'text',
      components: 'jsonb',
    },
    ...{ signature: 'hex', api_key: 'text?', status: 'text', reason: 'text', attempts: 'integer' },
    ...{ next_at: 'timestamptz', ...created, updated_at: 'timestamptz' },
  },
  // The service itself: plans, events, and who is told of them.
  executions: { chain_id: 'bigint', request_id: 'text', action: 'text', account: 'hex', ...created },
  execution_results: {
    ...{
      chain_id: 'bigint',
      request_id: 'text',
      step_id: 'text',
      tx_hash: 'text',
      failed: 'boolean',
      ...created,
    },
  },
  answers: {
    ...{ chain_id: 'bigint', scope: 'text', key: 'text', request: 'text', status: 'integer?', body: 'text?' },
    ...created,
  },
  outbox: { chain_id: 'bigint', seq: 'bigint', kind: 'text', payload: 'jsonb', ...created },
  webhooks: {
    ...{ chain_id: 'bigint', id: 'text', url: 'text', secret: 'text', kinds: 'text[]', contracts: 'hex[]' },
    ...{ seq: 'bigint', failures: 'integer', next_at: 'timestamptz', last_error: 'text?', ...created },
  },
  dead_letters: {
    ...{
      chain_id: 'bigint',
      webhook_id: 'text',
      seq: 'bigint',
      kind: 'text',
      payload: 'jsonb',
      reason: 'text',
    },
    ...created,
  },
  api_keys: {
    ...{ prefix: 'text', digest: 'text', name: 'text', scopes: 'text[]', origins: 'text[]' },
    ...{ reads: 'integer?', writes: 'integer?', ...created, expires_at: 'timestamptz?' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Column>>>>

export type TableName = keyof typeof tables

/** The tables that have a partition for each chain. */
export const partitionedTables = (Object.keys(tables) as TableName[]).filter(
  (name) => 'chain_id' in tables[name],
)

type ValueOf<C> = C extends `${infer T extends Type}?` ? Values[T] | null : C extends Type ? Values[C] : never

/** A row of a table as a query of whole columns gives it. */
export type RowOf<T extends TableName> = {
  readonly [C in keyof (typeof tables)[T]]: ValueOf<(typeof tables)[T][C]>
}

/** Some columns of a table's rows. */
export type Columns<T extends TableName, C extends keyof RowOf<T>> = Pick<RowOf<T>, C>
