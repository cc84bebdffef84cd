-- Every table is partitioned by chain, so that a distributed Postgres can take it as it is.
-- Addresses and hashes are lower-case text; amounts are numeric(78) base units; times of orders are unix seconds.

create table blocks (
  chain_id bigint not null, number bigint not null, hash text not null, parent_hash text not null,
  timestamp bigint not null, primary key (chain_id, number)
) partition by list (chain_id);

create table collections (
  chain_id bigint not null, contract text not null, kind text not null, name text, symbol text, image text,
  description text, royalty_recipient text, royalty_bps integer not null default 0,
  created_at timestamptz not null default now(), primary key (chain_id, contract)
) partition by list (chain_id);

create table tokens (
  chain_id bigint not null, contract text not null, token_id numeric(78) not null, name text, description text,
  image text, attributes jsonb not null default '[]', metadata_state text not null default 'new',
  minted_at bigint, updated_at timestamptz not null default now(), primary key (chain_id, contract, token_id)
) partition by list (chain_id);
create index on tokens (chain_id, metadata_state) where metadata_state = 'new';

create table token_attributes (
  chain_id bigint not null, contract text not null, key text not null, value text not null,
  token_id numeric(78) not null, primary key (chain_id, contract, key, value, token_id)
) partition by list (chain_id);

create table token_sets (
  chain_id bigint not null, id text not null, contract text not null, attribute_key text, attribute_value text,
  token_ids numeric(78)[] not null, created_at timestamptz not null default now(), primary key (chain_id, id)
) partition by list (chain_id);
create index on token_sets (chain_id, contract);

create table transfers (
  chain_id bigint not null, block_hash text not null, log_index integer not null, batch_index integer not null,
  block bigint not null, tx_hash text not null, timestamp bigint not null, contract text not null,
  token_id numeric(78) not null, from_address text not null, to_address text not null, amount numeric(78) not null,
  primary key (chain_id, block_hash, log_index, batch_index)
) partition by list (chain_id);
create index on transfers (chain_id, tx_hash);
create index on transfers (chain_id, contract, token_id, block desc, log_index desc);

create table ownerships (
  chain_id bigint not null, contract text not null, token_id numeric(78) not null, owner text not null,
  amount numeric(78) not null, acquired_at bigint not null, primary key (chain_id, contract, token_id, owner)
) partition by list (chain_id);
create index on ownerships (chain_id, owner, contract, token_id);

create table operators (
  chain_id bigint not null, block_hash text not null, log_index integer not null, block bigint not null,
  contract text not null, owner text not null, operator text not null, approved boolean not null,
  primary key (chain_id, block_hash, log_index)
) partition by list (chain_id);
create index on operators (chain_id, owner, contract, operator, block desc, log_index desc);

create table orders (
  chain_id bigint not null, id text not null, side text not null, kind text not null, maker text not null,
  taker text, contract text not null, token_id numeric(78), token_kind text not null, token_set_id text not null,
  currency text not null, gross numeric(78) not null, unit_price numeric(78) not null, unit_net numeric(78) not null,
  quantity numeric(78) not null, filled numeric(78) not null default 0, start_time bigint not null,
  end_time bigint not null, counter numeric(78) not null, conduit text not null, zone text not null,
  fee_bps integer not null, fees jsonb not null, source text, components jsonb not null, signature text not null,
  fillability text not null, approval text not null, payable boolean not null default true, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), primary key (chain_id, id)
) partition by list (chain_id);
create index orders_floor on orders (chain_id, contract, token_id, unit_price, id)
  where side = 'sell' and fillability = 'fillable' and approval = 'approved';
create index orders_cheapest on orders (chain_id, contract, unit_price, id)
  where side = 'sell' and fillability = 'fillable' and approval = 'approved';
create index orders_top_bid on orders (chain_id, token_set_id, unit_net desc, id)
  where side = 'buy' and fillability = 'fillable' and approval = 'approved';
create index orders_maker on orders (chain_id, maker, side, created_at desc, id);
create index orders_created on orders (chain_id, side, created_at desc, id);
create index orders_expiry on orders (chain_id, end_time) where fillability in ('fillable', 'no-balance');

create table fills (
  chain_id bigint not null, block_hash text not null, log_index integer not null, block bigint not null,
  tx_hash text not null, timestamp bigint not null, order_id text not null, side text not null, maker text not null,
  taker text not null, contract text not null, token_id numeric(78) not null, amount numeric(78) not null,
  currency text not null, price numeric(78) not null, primary key (chain_id, block_hash, log_index)
) partition by list (chain_id);
create index on fills (chain_id, order_id);
create index on fills (chain_id, contract, token_id, timestamp desc);
create index on fills (chain_id, timestamp desc);

create table cancels (
  chain_id bigint not null, block_hash text not null, log_index integer not null, block bigint not null,
  tx_hash text not null, timestamp bigint not null, order_id text not null, maker text not null,
  primary key (chain_id, block_hash, log_index)
) partition by list (chain_id);
create index on cancels (chain_id, order_id);

create table counters (
  chain_id bigint not null, block_hash text not null, log_index integer not null, block bigint not null,
  maker text not null, counter numeric(78) not null, primary key (chain_id, block_hash, log_index)
) partition by list (chain_id);
create index on counters (chain_id, maker, block desc, log_index desc);

create table executions (
  chain_id bigint not null, request_id text not null, action text not null, account text not null,
  created_at timestamptz not null default now(), primary key (chain_id, request_id)
) partition by list (chain_id);

create table execution_results (
  chain_id bigint not null, request_id text not null, step_id text not null, tx_hash text not null default '',
  failed boolean not null default false, created_at timestamptz not null default now(),
  primary key (chain_id, request_id, step_id, tx_hash)
) partition by list (chain_id);

create sequence outbox_seq;
create table outbox (
  chain_id bigint not null, seq bigint not null default nextval('outbox_seq'), kind text not null,
  payload jsonb not null, created_at timestamptz not null default now(), primary key (chain_id, seq)
) partition by list (chain_id);
