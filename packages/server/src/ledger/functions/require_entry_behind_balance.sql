-- Refuses a balance without the entry that explains it. The subquery forces one index lookup per row, whatever the planner estimates.
create or replace function require_entry_behind_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from moved where moved.version > 0 and moved.balance is distinct from
      (select e.balance_after from ledger_entries e where e.account_id = moved.id and e.version = moved.version)
  ) then
    raise exception 'a balance has no entry behind it' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
