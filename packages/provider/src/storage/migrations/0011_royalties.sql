-- What a collection asks of sales may go to several: the royalty registry overrides a contract with a list.
alter table collections add column royalties jsonb not null default '[]';
-- When the chain was last asked; long ago for a collection whose royalties shall be read again.
alter table collections add column royalties_at timestamptz not null default now();
update collections set royalties = jsonb_build_array(jsonb_build_object('recipient', royalty_recipient, 'bps', royalty_bps))
  where royalty_recipient is not null and royalty_bps > 0;
alter table collections drop column royalty_recipient;
alter table collections drop column royalty_bps;
-- Lists of tokens are made before the offers for them; one that no offer names is found here, and forgotten after a day.
create index orders_lists on orders (chain_id, token_set_id) where side = 'buy' and token_set_id like 'list:%';
