-- Where a token's or a collection's picture comes from; `image` is what may be shown.
alter table tokens add column image_source text;
alter table collections add column image_source text;
-- Metadata that could not be read is tried again later, each time less eagerly.
alter table tokens add column metadata_tries integer not null default 0;
alter table tokens add column metadata_due timestamptz;
create index on tokens (chain_id, metadata_due) where metadata_state = 'failed';

-- Pictures of strangers, encoded anew by us.
create table pictures (
  chain_id bigint not null, source_hash text not null, type text not null, bytes bytea not null,
  created_at timestamptz not null default now(), primary key (chain_id, source_hash)
) partition by list (chain_id);
create index on pictures (chain_id, created_at);
