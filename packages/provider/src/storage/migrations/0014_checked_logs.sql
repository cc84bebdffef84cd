-- What was read of each block's logs, as one digest, and whether the block's receipts have proven it.
alter table blocks add column logs text;
alter table blocks add column checked boolean not null default true;
create index blocks_unchecked on blocks (chain_id, number) where not checked;
