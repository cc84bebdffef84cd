-- Answers to requests that came with a key of their own, so that a repeated one is answered and not done again.
create table answers (
  chain_id bigint not null, scope text not null, key text not null, request text not null, status integer, body text,
  created_at timestamptz not null default now(), primary key (chain_id, scope, key)
) partition by list (chain_id);
create index answers_age on answers (chain_id, created_at);

-- Tokens that the house calls stolen or otherwise not to be traded.
alter table tokens add column flagged boolean not null default false;
alter table tokens add column flagged_at timestamptz;
create index tokens_flagged on tokens (chain_id, contract, token_id) where flagged;
