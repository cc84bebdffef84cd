-- Whether a fill is a sale of its own. Of a listing and an offer that were matched with each other both are filled, and one
-- is the sale. A process of the version before counts every fill, and writes the default.
alter table fills add column sale boolean not null default true;
drop index fills_contract;
create index fills_contract on fills (chain_id, contract, timestamp) include (currency, price) where sale;

create or replace function count_sales() returns trigger language plpgsql as $$
declare sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into chain_hours as h (chain_id, hour, currency, sales, volume)
    select chain_id, timestamp / 3600, currency, sign * count(*), sign * sum(price) from changed where sale group by 1, 2, 3
    on conflict (chain_id, hour, currency) do update
      set sales = h.sales + excluded.sales, volume = h.volume + excluded.volume;
  return null;
end $$;

-- Stored pairs, as far as they are certain: one listing and one offer with the matcher as the taker of both, and a transfer
-- from the seller to the buyer. What a history has only copied is not counted yet.
with matched as (
  select s.chain_id, s.block_hash, s.log_index as sold, b.log_index as bought, s.maker as seller, b.maker as buyer
  from fills b join fills s on s.chain_id = b.chain_id and s.tx_hash = b.tx_hash and s.block_hash = b.block_hash
    and s.contract = b.contract and s.token_id = b.token_id and s.kind = b.kind and s.amount = b.amount and s.taker = b.taker
  where b.side = 'buy' and s.side = 'sell'
    and exists (select 1 from transfers t where t.chain_id = s.chain_id and t.tx_hash = s.tx_hash
      and t.contract = s.contract and t.token_id = s.token_id and t.from_address = s.maker and t.to_address = b.maker)
    and not exists (select 1 from fills f where f.chain_id = s.chain_id and f.tx_hash = s.tx_hash
      and f.contract = s.contract and f.token_id = s.token_id and f.log_index not in (s.log_index, b.log_index))
), offers as (
  update fills f set taker = m.seller from matched m
  where f.chain_id = m.chain_id and f.block_hash = m.block_hash and f.log_index = m.bought
), listings as (
  update fills f set taker = m.buyer, sale = false from matched m
  where f.chain_id = m.chain_id and f.block_hash = m.block_hash and f.log_index = m.sold
  returning f.chain_id, f.block, f.contract, f.currency, f.timestamp, f.price
), uncounted as (
  select * from listings l
  where not exists (select 1 from underived u where u.chain_id = l.chain_id and l.block >= u.block)
), hours as (
  update chain_hours h set sales = h.sales - u.sales, volume = h.volume - u.volume
  from (select chain_id, timestamp / 3600 as hour, currency, count(*) as sales, sum(price) as volume
    from uncounted group by 1, 2, 3) u
  where h.chain_id = u.chain_id and h.hour = u.hour and h.currency = u.currency
), days as (
  update sale_days s set sales = s.sales - u.sales, volume = s.volume - u.volume
  from (select chain_id, contract, currency, d.day, count(*) as sales, sum(price) as volume
    from uncounted f cross join lateral (values (0), ((f.timestamp / 86400)::integer)) as d (day) group by 1, 2, 3, 4) u
  where s.chain_id = u.chain_id and s.contract = u.contract and s.currency = u.currency and s.day = u.day
)
insert into stale_collections (chain_id, contract) select distinct chain_id, contract from uncounted;
