-- Open listings whose price moves with time: what lists sort them by is computed anew as time passes.
create index orders_moving on orders (chain_id, id)
  where moving and side = 'sell' and fillability in ('fillable', 'no-balance');
