-- The tokens of each collection that wait for their metadata are found by themselves, so that a collection with very many
-- of them does not hold up the others.
create index tokens_undescribed on tokens (chain_id, contract, token_id) where metadata_state = 'new';
create index tokens_retried on tokens (chain_id, contract, metadata_due) where metadata_state = 'failed';
drop index tokens_chain_id_metadata_state_idx;
