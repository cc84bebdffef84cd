-- Orders of our own zone whose maker took them back without gas: no reorg undoes that.
create table zone_cancels (
  chain_id bigint not null, order_id text not null, created_at timestamptz not null default now(),
  primary key (chain_id, order_id)
) partition by list (chain_id);

-- An order has the same id on every Seaport, so facts say on which one they happened.
alter table fills add column kind text not null default 'seaport-v1.6';
alter table cancels add column kind text not null default 'seaport-v1.6';
alter table counters add column kind text not null default 'seaport-v1.6';
