-- How a collection may be traded here: open to every operator; enforced, where its transfer validator lets only chosen
-- ones move tokens and ours is among them; or barred, where it does not let ours.
alter table collections add column trading text not null default 'open';
-- Read again soon, together with the royalties.
update collections set royalties_at = 'epoch';
