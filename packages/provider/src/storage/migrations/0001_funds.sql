-- What a bid's maker can pay is kept as amounts, so that a partly filled bid asks only for what is left.
alter table orders add column funds numeric(78) not null default 0;
alter table orders add column allowed numeric(78) not null default 0;
alter table orders add column need numeric(78) not null default 0;
alter table orders drop column payable;

-- Open orders by what a fact of the chain names.
create index orders_open on orders (chain_id, maker, contract, token_id)
  where fillability in ('fillable', 'no-balance');

-- Accounts with bids whose currency moved in a block: a reorg has to ask about them again.
create table payers (
  chain_id bigint not null, block_hash text not null, block bigint not null, account text not null,
  primary key (chain_id, block_hash, account)
) partition by list (chain_id);
create index on payers (chain_id, block);

create index on blocks (chain_id, hash);
create index on fills (chain_id, tx_hash);
create index on outbox (chain_id, created_at);
