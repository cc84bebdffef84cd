-- Who follows a chain: each taking of the lease has a number of its own, and a writer with an older one is refused.
create table leases (
  chain_id bigint not null, term bigint not null, holder text not null,
  taken_at timestamptz not null default now(), primary key (chain_id)
) partition by list (chain_id);

-- How far the chain itself says that blocks are safe and final.
create table finality (
  chain_id bigint not null, tag text not null, number bigint not null, hash text not null,
  updated_at timestamptz not null default now(), primary key (chain_id, tag)
) partition by list (chain_id);

-- Who is told of events by a call, and how far each has been told: the place moves only after an answer of 2xx.
create table webhooks (
  chain_id bigint not null, id text not null, url text not null, secret text not null, kinds text[] not null,
  contracts text[] not null default '{}', seq bigint not null, failures integer not null default 0,
  next_at timestamptz not null default now(), last_error text, created_at timestamptz not null default now(),
  primary key (chain_id, id)
) partition by list (chain_id);

-- Events that a webhook did not take in all its attempts, kept to be looked at and sent again.
create table dead_letters (
  chain_id bigint not null, webhook_id text not null, seq bigint not null, kind text not null, payload jsonb not null,
  reason text not null, created_at timestamptz not null default now(), primary key (chain_id, webhook_id, seq)
) partition by list (chain_id);

-- Keys are of the house, not of a chain: a distributed Postgres takes this as a reference table.
create table api_keys (
  prefix text not null primary key, digest text not null, name text not null, scopes text[] not null,
  origins text[] not null default '{}', reads integer, writes integer, created_at timestamptz not null default now(),
  expires_at timestamptz
);
