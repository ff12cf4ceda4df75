-- The columns of a settlement that other slices may read.
create or replace view settlement_facts as select id, client_id, app_account_id, amount, fee, status, paid_at,
  greatest(requested_at, sent_at, paid_at, ended_at) as changed_at, former_owner_id is not null as is_of_former_owner from settlements;
