-- Whether an order's price moves with time: lists show the course of such a price, and need no more of the rest.
alter table orders add column moving boolean not null generated always as (
  jsonb_path_exists(components, '$.consideration[*] ? (@.itemType <= 1 && @.startAmount != @.endAmount)')
) stored;
