-- Records a closed account, so that its notes are deleted later.
create or replace function ledger_keep_notes() returns trigger language plpgsql as $$
begin
  insert into ledger_notes_kept values (new.id, new.closed_at) on conflict do nothing;
  return null;
end $$;
