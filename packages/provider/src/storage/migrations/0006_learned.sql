-- Collections are learned when somebody trades or asks about them. One is `filling` until its past is read:
-- `fill_next` is the next block to read and `fill_end` the last, after which the follower of the chain knew of it.
alter table collections add column state text not null default 'followed';
alter table collections add column fill_next bigint;
alter table collections add column fill_end bigint;
create index collections_filling on collections (chain_id, fill_next) where state = 'filling';
