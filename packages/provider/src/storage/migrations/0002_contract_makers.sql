-- A contract that signed (EIP-1271) may take its word back, so it is asked again before its orders are filled.
alter table orders add column signed_by text not null default 'key';
