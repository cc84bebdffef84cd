-- The ways in which open orders move tokens that the transfer validator of their collection does not allow: their side,
-- their conduit, and their zone, which may let a transfer through. Empty unless a validator changed its policy.
create table barred_moves (
  chain_id bigint not null, contract text not null, side text not null, conduit text not null, zone text not null,
  primary key (chain_id, contract, side, conduit, zone)
) partition by list (chain_id);
