-- Names are searched by their trigrams: those of tokens within one collection. An index without a list of pending
-- entries costs a writer a little more, and no reader ever reads that list.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create index tokens_names on tokens using gin (contract, name gin_trgm_ops) with (fastupdate = off)
  where name is not null;
create index collections_names on collections using gin (name gin_trgm_ops) with (fastupdate = off);
create index collections_created on collections
  (chain_id, (floor(extract(epoch from created_at at time zone 'utc') * 1000)), contract);

-- Without those that were only minted so far: what is described a moment later costs the writer of facts nothing.
create index tokens_updated on tokens (chain_id, contract, updated_at, token_id) where metadata_state <> 'new';

-- What is passed over on the way to a page is told from the index alone: listings in other currencies, offers likewise.
drop index orders_cheapest;
create index orders_cheapest on orders (chain_id, contract, unit_price, id)
  include (token_id, currency, taker, start_time, end_time)
  where side = 'sell' and fillability = 'fillable' and approval = 'approved';
drop index orders_top_bid;
create index orders_top_bid on orders (chain_id, token_set_id, unit_net, id) include (currency, start_time, end_time)
  where side = 'buy' and fillability = 'fillable' and approval = 'approved';

-- The sums of a collection lie side by side: what is read of all collections at once is kept below.
alter table sale_days drop constraint sale_days_pkey;
alter table sale_days add primary key (chain_id, contract, day, currency) include (sales, volume);
drop index sale_days_contract;

-- What lists sort collections by. A row is right until `due` (unix seconds), unless the collection is marked as stale:
-- readers compute those anew, and a job of the provider writes them down.
create table collection_stats (
  chain_id bigint not null, contract text not null,
  -- Cheapest open listing in the native coin or its wrapped form `wrapped`, and volumes in both, in base units.
  floor numeric(78), day_volume numeric not null, week_volume numeric not null, month_volume numeric not null,
  total_volume numeric not null, wrapped text not null,
  -- Tokens with an open listing.
  on_sale bigint not null, due bigint, primary key (chain_id, contract)
) partition by list (chain_id);
create index collection_stats_lowest on collection_stats (chain_id,
  (coalesce(floor, 999999999999999999999999999999999999999999999999999999999999999999999999999999)), contract);
create index collection_stats_highest on collection_stats (chain_id, (coalesce(floor, 0)), contract);
create index collection_stats_day on collection_stats (chain_id, day_volume, contract);
create index collection_stats_week on collection_stats (chain_id, week_volume, contract);
create index collection_stats_month on collection_stats (chain_id, month_volume, contract);
create index collection_stats_total on collection_stats (chain_id, total_volume, contract);
create index collection_stats_due on collection_stats (chain_id, due);

-- A row for each change: writers of the same collection never wait for each other.
create table stale_collections (
  chain_id bigint not null, contract text not null, id uuid not null default gen_random_uuid(), primary key (chain_id, id)
) partition by list (chain_id);

create function mark_stale() returns trigger language plpgsql as $$
begin
  insert into stale_collections (chain_id, contract) select distinct chain_id, contract from changed;
  return null;
end $$;
create function mark_stale_sellers() returns trigger language plpgsql as $$
begin
  insert into stale_collections (chain_id, contract) select distinct chain_id, contract from changed where side = 'sell';
  return null;
end $$;
create trigger orders_inserted after insert on orders referencing new table as changed
  for each statement execute function mark_stale_sellers();
create trigger orders_updated after update on orders referencing new table as changed
  for each statement execute function mark_stale_sellers();
create trigger orders_deleted after delete on orders referencing old table as changed
  for each statement execute function mark_stale_sellers();
create trigger sale_days_inserted after insert on sale_days referencing new table as changed
  for each statement execute function mark_stale();
create trigger sale_days_updated after update on sale_days referencing new table as changed
  for each statement execute function mark_stale();
create trigger sale_days_deleted after delete on sale_days referencing old table as changed
  for each statement execute function mark_stale();
create trigger collections_inserted after insert on collections referencing new table as changed
  for each statement execute function mark_stale();

do $$
declare chain bigint;
begin
  for chain in select chain_id from collections union select chain_id from orders union select chain_id from sale_days loop
    execute format('create table collection_stats_%s partition of collection_stats for values in (%s)', chain, chain);
    execute format('create table stale_collections_%s partition of stale_collections for values in (%s)', chain, chain);
  end loop;
end $$;
-- Which coin counts as the native one is a setting of the provider: what runs computes the rows.
insert into stale_collections (chain_id, contract)
  select chain_id, contract from collections union select chain_id, contract from orders where side = 'sell'
  union select chain_id, contract from sale_days;
