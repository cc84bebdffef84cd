-- Facts that the chain told otherwise than the stored events: how much of a token its owner holds, whether an operator is
-- approved, how much of an order is filled, whether it is cancelled (1 or 0). A value counts until a later event of the
-- same fact. It is null where events decide alone: its block was reverted, or they say the same. `walked` is the block up to
-- which lost events of the fact were searched.
create table fact_readings (
  chain_id bigint not null, fact text not null, contract text not null, owner text not null, subject text not null,
  value numeric(78), block bigint not null, walked bigint not null, read_at timestamptz not null default now(),
  tried_at timestamptz not null default '-infinity',
  primary key (chain_id, contract, owner, subject, fact)
) partition by list (chain_id);
create index fact_readings_unwalked on fact_readings (chain_id, tried_at) where walked < block and value is not null;
