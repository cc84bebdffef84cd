-- Hashes are only ever looked up whole. An index of their hashes is a fraction as large as one of their texts, and a chain's
-- history is written faster into it. Each partition has one chain, so that the index needs no column for it.
drop index transfers_chain_id_tx_hash_idx;
create index transfers_tx on transfers using hash (tx_hash);
drop index fills_chain_id_tx_hash_idx;
create index fills_tx on fills using hash (tx_hash);
drop index fills_chain_id_order_id_idx;
create index fills_order on fills using hash (order_id);
drop index cancels_chain_id_order_id_idx;
create index cancels_order on cancels using hash (order_id);

-- Sales come in the order of their time: at the end of the index, which is read from there as well.
drop index fills_chain_id_timestamp_idx;
create index fills_time on fills (chain_id, timestamp);
