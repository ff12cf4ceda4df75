-- Allows one change to a posting: deleting its note, at least 30 days after the payer's or payee's account
-- was closed. Notes are personal texts, not part of the books. The delay keeps an attacker who can run SQL as
-- the service from erasing traces earlier.
create or replace function ledger_postings_only_forget() returns trigger language plpgsql as $$
begin
  if new.note is null and to_jsonb(new) - 'note' = to_jsonb(old) - 'note'
    and exists (select from ledger_accounts where id in (old.payer_id, old.payee_id) and closed_at < now() - interval '30 days')
  then
    return new;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
