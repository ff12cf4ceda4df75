-- Safe while nodes serve: yes, adds a column without a default, which changes no rows.
-- The owner at the time of the settlement, if the app was transferred since. The bank details belong to that player.
alter table settlements add column former_owner_id uuid references identities (id);
create index if not exists settlements_former_owner on settlements (former_owner_id) where former_owner_id is not null;
