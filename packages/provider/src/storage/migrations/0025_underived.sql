-- The first of the blocks, up to the newest stored one, whose facts are stored while owners, tokens, counts and statuses of
-- orders are not derived from them yet, and the number of those facts. A chain without a row has everything derived.
create table underived (
  chain_id bigint not null, block bigint not null, facts bigint not null, primary key (chain_id)
) partition by list (chain_id);
