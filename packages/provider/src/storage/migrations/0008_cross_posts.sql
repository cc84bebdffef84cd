-- Orders on their way to another order book. A key that came with one is forgotten once its fate is known.
create sequence cross_posts_id;
create table cross_posts (
  chain_id bigint not null, id bigint not null default nextval('cross_posts_id'), order_id text not null, orderbook text not null,
  kind text not null, components jsonb not null, signature text not null, api_key text, status text not null default 'pending',
  reason text not null default '', attempts integer not null default 0, next_at timestamptz not null default now(),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (chain_id, id), unique (chain_id, orderbook, order_id)
) partition by list (chain_id);
create index cross_posts_due on cross_posts (chain_id, next_at) where status = 'pending';
