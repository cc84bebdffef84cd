-- A holding of one account is looked up by the primary key. Postgres took the index of the largest holders for it, whose
-- entries of the account it had to search for among all amounts; an index of some rows is no choice there.
drop index holders_most;
create index holders_most on holders (chain_id, contract, tokens desc, owner) where tokens > 0;
