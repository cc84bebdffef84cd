-- One index serves both directions: prices and dates with the id in the same order.
drop index orders_top_bid;
create index orders_top_bid on orders (chain_id, token_set_id, unit_net, id)
  where side = 'buy' and fillability = 'fillable' and approval = 'approved';
drop index orders_maker;
create index orders_maker on orders (chain_id, maker, side, created_at, id);
-- Sets by their members: which list offers a token satisfies.
create index token_sets_members on token_sets using gin (token_ids);
