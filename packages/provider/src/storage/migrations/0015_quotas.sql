-- When a collection was last asked for: what nobody trades makes room for others, the longest unused one first.
alter table collections add column used_at timestamptz not null default now();
-- Listings of tokens that their makers do not hold: those who never held them are forgotten after a while.
create index orders_unheld on orders (chain_id, created_at) where side = 'sell' and fillability = 'no-balance';
