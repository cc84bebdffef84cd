-- Marks need no number and no index: all of them are read at once, and their writers never wait for each other.
alter table stale_collections drop column id;

-- Units of a collection that each account holds: what `ownerships` sums up to.
create table holders (
  chain_id bigint not null, contract text not null, owner text not null, tokens numeric not null,
  primary key (chain_id, contract, owner)
) partition by list (chain_id);
create index holders_most on holders (chain_id, contract, tokens desc, owner);
-- Mints of each collection by day (unix time divided by 86,400).
create table mint_days (
  chain_id bigint not null, contract text not null, day integer not null, mints bigint not null,
  primary key (chain_id, contract, day) include (mints)
) partition by list (chain_id);
-- Mints and sales of a whole chain by hour (unix time divided by 3600); sales by their currency, mints under ''.
create table chain_hours (
  chain_id bigint not null, hour integer not null, currency text not null, mints bigint not null default 0,
  sales bigint not null default 0, volume numeric not null default 0, primary key (chain_id, hour, currency)
) partition by list (chain_id);

-- The part of a day at the edge of a period.
create index transfers_collection_mints on transfers (chain_id, contract, timestamp)
  where from_address = '0x0000000000000000000000000000000000000000';

-- Mints of a day, a week and thirty days, for lists that are sorted by them.
alter table collection_stats add column day_mints bigint not null default 0,
  add column week_mints bigint not null default 0, add column month_mints bigint not null default 0;
create index collection_stats_day_mints on collection_stats (chain_id, day_mints desc, contract) where day_mints > 0;
create index collection_stats_week_mints on collection_stats (chain_id, week_mints desc, contract) where week_mints > 0;
create index collection_stats_month_mints on collection_stats (chain_id, month_mints desc, contract) where month_mints > 0;

create function count_mints() returns trigger language plpgsql as $$
declare sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if not exists (select 1 from changed where from_address = '0x0000000000000000000000000000000000000000') then
    return null;
  end if;
  insert into mint_days as d (chain_id, contract, day, mints)
    select chain_id, contract, timestamp / 86400, sign * count(*) from changed
    where from_address = '0x0000000000000000000000000000000000000000' group by 1, 2, 3
    on conflict (chain_id, contract, day) do update set mints = d.mints + excluded.mints;
  insert into chain_hours as h (chain_id, hour, currency, mints)
    select chain_id, timestamp / 3600, '', sign * count(*) from changed
    where from_address = '0x0000000000000000000000000000000000000000' group by 1, 2
    on conflict (chain_id, hour, currency) do update set mints = h.mints + excluded.mints;
  insert into stale_collections (chain_id, contract)
    select distinct chain_id, contract from changed
    where from_address = '0x0000000000000000000000000000000000000000';
  return null;
end $$;
create trigger transfers_inserted after insert on transfers referencing new table as changed
  for each statement execute function count_mints();
create trigger transfers_deleted after delete on transfers referencing old table as changed
  for each statement execute function count_mints();

create function count_sales() returns trigger language plpgsql as $$
declare sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into chain_hours as h (chain_id, hour, currency, sales, volume)
    select chain_id, timestamp / 3600, currency, sign * count(*), sign * sum(price) from changed group by 1, 2, 3
    on conflict (chain_id, hour, currency) do update
      set sales = h.sales + excluded.sales, volume = h.volume + excluded.volume;
  return null;
end $$;
create trigger fills_inserted after insert on fills referencing new table as changed
  for each statement execute function count_sales();
create trigger fills_deleted after delete on fills referencing old table as changed
  for each statement execute function count_sales();

-- What an account holds is never less than nothing, though a row is while transfers come in.
create function count_holders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into holders as h (chain_id, contract, owner, tokens)
      select chain_id, contract, owner, sum(amount) from added where amount > 0 group by 1, 2, 3
      on conflict (chain_id, contract, owner) do update set tokens = h.tokens + excluded.tokens;
    return null;
  elsif tg_op = 'DELETE' then
    update holders h set tokens = h.tokens - gone.amount
      from (select chain_id, contract, owner, sum(amount) as amount from removed where amount > 0 group by 1, 2, 3) gone
      where h.chain_id = gone.chain_id and h.contract = gone.contract and h.owner = gone.owner;
  else
    insert into holders as h (chain_id, contract, owner, tokens)
      select chain_id, contract, owner, sum(amount) from (
        select chain_id, contract, owner, greatest(amount, 0) as amount from added
        union all select chain_id, contract, owner, -greatest(amount, 0) from removed
      ) moved group by 1, 2, 3 having sum(amount) <> 0
      on conflict (chain_id, contract, owner) do update set tokens = h.tokens + excluded.tokens;
  end if;
  delete from holders h using (select distinct chain_id, contract, owner from removed) gone
    where h.chain_id = gone.chain_id and h.contract = gone.contract and h.owner = gone.owner and h.tokens <= 0;
  return null;
end $$;
create trigger ownerships_inserted after insert on ownerships referencing new table as added
  for each statement execute function count_holders();
create trigger ownerships_updated after update on ownerships referencing new table as added old table as removed
  for each statement execute function count_holders();
create trigger ownerships_deleted after delete on ownerships referencing old table as removed
  for each statement execute function count_holders();

do $$
declare chain bigint; name text;
begin
  for chain in select chain_id from transfers union select chain_id from fills union select chain_id from ownerships loop
    foreach name in array array['holders', 'mint_days', 'chain_hours'] loop
      execute format('create table %s_%s partition of %s for values in (%s)', name, chain, name, chain);
    end loop;
  end loop;
end $$;
insert into holders (chain_id, contract, owner, tokens)
  select chain_id, contract, owner, sum(amount) from ownerships where amount > 0 group by 1, 2, 3;
insert into mint_days (chain_id, contract, day, mints)
  select chain_id, contract, timestamp / 86400, count(*) from transfers
  where from_address = '0x0000000000000000000000000000000000000000' group by 1, 2, 3;
insert into chain_hours (chain_id, hour, currency, mints)
  select chain_id, timestamp / 3600, '', count(*) from transfers
  where from_address = '0x0000000000000000000000000000000000000000' group by 1, 2;
insert into chain_hours (chain_id, hour, currency, sales, volume)
  select chain_id, timestamp / 3600, currency, count(*), sum(price) from fills group by 1, 2, 3;
insert into stale_collections (chain_id, contract) select distinct chain_id, contract from mint_days;
