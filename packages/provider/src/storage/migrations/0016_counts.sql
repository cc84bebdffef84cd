-- What lists of collections show of facts, counted as facts are written and derivable from them at any time.
create table collection_counts (
  chain_id bigint not null, contract text not null, tokens bigint not null default 0, mints bigint not null default 0,
  owners bigint not null default 0, primary key (chain_id, contract)
) partition by list (chain_id);
-- Sales by currency and day (unix time divided by 86,400); day 0 is the sum of all days.
create table sale_days (
  chain_id bigint not null, contract text not null, currency text not null, day integer not null,
  sales bigint not null, volume numeric not null, primary key (chain_id, day, contract, currency) include (sales, volume)
) partition by list (chain_id);
create index sale_days_contract on sale_days (chain_id, contract, day);

-- The parts of a day at the edges of a period, and what was minted in one.
create index fills_contract on fills (chain_id, contract, timestamp) include (currency, price);
create index transfers_mints on transfers (chain_id, timestamp) include (contract)
  where from_address = '0x0000000000000000000000000000000000000000';

-- Floors and counts of what is on sale are read from the indexes alone.
drop index orders_floor;
create index orders_floor on orders (chain_id, contract, token_id, unit_price, id) include (taker, start_time, end_time)
  where side = 'sell' and fillability = 'fillable' and approval = 'approved';
drop index orders_cheapest;
create index orders_cheapest on orders (chain_id, contract, unit_price, id) include (currency, taker, start_time, end_time)
  where side = 'sell' and fillability = 'fillable' and approval = 'approved';

do $$
declare chain bigint;
begin
  for chain in select chain_id from tokens union select chain_id from transfers union select chain_id from fills loop
    execute format('create table collection_counts_%s partition of collection_counts for values in (%s)', chain, chain);
    execute format('create table sale_days_%s partition of sale_days for values in (%s)', chain, chain);
  end loop;
end $$;
insert into collection_counts (chain_id, contract, tokens, mints, owners)
  select chain_id, contract, sum(tokens), sum(mints), sum(owners) from (
    select chain_id, contract, count(*) as tokens, 0 as mints, 0 as owners from tokens group by 1, 2
    union all
    select chain_id, contract, 0, count(*), 0 from transfers
    where from_address = '0x0000000000000000000000000000000000000000' group by 1, 2
    union all
    select chain_id, contract, 0, 0, count(distinct owner) from ownerships where amount > 0 group by 1, 2
  ) f group by 1, 2;
insert into sale_days (chain_id, contract, currency, day, sales, volume)
  select f.chain_id, f.contract, f.currency, d.day, count(*), sum(f.price)
  from fills f cross join lateral (values (0), ((f.timestamp / 86400)::integer)) as d (day)
  group by 1, 2, 3, 4;
