-- Collections that are no longer followed, and whose rows are deleted, a batch at a time. What is stored of one that is
-- followed again meanwhile stays.
create table forgotten_collections (
  chain_id bigint not null, contract text not null, primary key (chain_id, contract)
) partition by list (chain_id);

-- Whether anybody has an order of a collection is asked before it is forgotten.
create index orders_contract on orders (chain_id, contract);
