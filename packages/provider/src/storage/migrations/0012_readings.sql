-- What the makers of bids can pay, as read from the chain: one row for all bids that are paid from the same balance
-- by the same allowance. A reading is settled once it was taken at the very block that the book stands at.
create table purses (
  chain_id bigint not null, maker text not null, currency text not null, conduit text not null,
  funds numeric(78) not null, allowed numeric(78) not null, settled boolean not null default false,
  primary key (chain_id, maker, currency, conduit)
) partition by list (chain_id);
create index purses_unsettled on purses (chain_id, maker) where not settled;

-- Counters that Seaport named before the followed chain told of them: its events have not been read yet, or happened
-- before the chain's start block.
create table counter_readings (
  chain_id bigint not null, kind text not null, maker text not null, counter numeric(78) not null,
  settled boolean not null default false, primary key (chain_id, kind, maker)
) partition by list (chain_id);
create index counter_readings_unsettled on counter_readings (chain_id, maker) where not settled;

do $$
declare chain bigint;
begin
  for chain in select distinct chain_id from orders loop
    execute format('create table purses_%s partition of purses for values in (%s)', chain, chain);
    execute format('create table counter_readings_%s partition of counter_readings for values in (%s)', chain, chain);
  end loop;
end $$;
insert into purses (chain_id, maker, currency, conduit, funds, allowed)
  select distinct on (chain_id, maker, currency, conduit) chain_id, maker, currency, conduit, funds, allowed
  from orders where side = 'buy'
  order by chain_id, maker, currency, conduit, (fillability in ('fillable', 'no-balance')) desc, updated_at desc;
-- Of makers whose counter no event names, any counter was believed.
insert into counter_readings (chain_id, kind, maker, counter)
  select o.chain_id, o.kind, o.maker, max(o.counter) from orders o
  where o.counter > 0 and o.fillability in ('fillable', 'no-balance') and not exists (
    select 1 from counters c where c.chain_id = o.chain_id and c.maker = o.maker and c.kind = o.kind)
  group by 1, 2, 3;
alter table orders drop column funds;
alter table orders drop column allowed;

-- A lease ends by itself unless its holder renews it: one that stands still loses it like one that is gone.
alter table leases add column expires_at timestamptz not null default now();
