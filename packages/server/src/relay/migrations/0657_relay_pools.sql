-- What the relayer lays out is counted by purpose, so that no purpose can use up another's. What was stored before keeps `general`.
alter table relay_operations drop constraint relay_operations_pool_check;
alter table relay_operations add constraint relay_operations_pool_check
  check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency'));
alter table relay_spending drop constraint relay_spending_pool_check;
alter table relay_spending add constraint relay_spending_pool_check
  check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency'));
-- Rent that is part of the sponsored lamports comes back when the account is closed, and then returns to its pool, once.
alter table relay_operations add column rent_account text;
alter table relay_operations add column rent_lamports bigint not null default 0 check (rent_lamports >= 0);
alter table relay_operations add column rent_returned_at timestamptz;
create index relay_operations_rent on relay_operations (rent_account) where rent_lamports > 0 and rent_returned_at is null;
