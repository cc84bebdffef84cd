-- What owners of tokens said about offers for them: the last statement of each account about each token. A withdrawal has
-- no currency. Whether a statement counts follows from who owns the token, so that a sale ends it and a reorg that undoes
-- the sale revives it.
create table auctions (
  chain_id bigint not null, contract text not null, token_id numeric(78) not null, seller text not null,
  said_at bigint not null, held_since bigint not null, currency text, reserve numeric(78) not null default 0,
  step_bps integer not null default 0, step_amount numeric(78) not null default 0, ends_at bigint not null,
  signature text not null, created_at timestamptz not null default now(),
  primary key (chain_id, contract, token_id, seller)
) partition by list (chain_id);
create index auctions_running on auctions (chain_id, ends_at, contract, token_id) where currency is not null;
