-- Deletes the notes of one closed account after the retention period, at most 2000 per call. Returns false if
-- none is due.
create or replace function ledger_forget_notes(p_days integer) returns boolean language plpgsql security definer set search_path from current as $$
declare
  v_account bigint;
  v_count int;
begin
  select account_id into v_account from ledger_notes_kept where closed_at < now() - make_interval(days => greatest(p_days, 30))
    order by closed_at limit 1 for update skip locked;
  if v_account is null then return false; end if;
  update ledger_postings set note = null where id in (
    select p.id from ledger_entries e join ledger_postings p on p.id = e.posting_id where e.account_id = v_account and p.note is not null limit 2000
  );
  get diagnostics v_count = row_count;
  if v_count < 2000 then delete from ledger_notes_kept where account_id = v_account; end if;
  return true;
end $$;
revoke all on function ledger_forget_notes from public;
