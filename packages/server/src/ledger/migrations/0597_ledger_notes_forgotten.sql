-- A note is what one person wrote to another, and no part of the books: it goes some time after either of them was deleted. Nothing else of a
-- posting ever changes, and never within 30 days by the database's own clock, so that nobody wipes their traces through a hole.
create function ledger_postings_only_forget() returns trigger language plpgsql as $$
begin
  if new.note is null and to_jsonb(new) - 'note' = to_jsonb(old) - 'note'
    and exists (select from ledger_accounts where id in (old.payer_id, old.payee_id) and closed_at < now() - interval '30 days')
  then
    return new;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger ledger_postings_append_only on ledger_postings;
create trigger ledger_postings_append_only before update on ledger_postings for each row execute function ledger_postings_only_forget();
create trigger ledger_postings_no_delete before delete on ledger_postings for each row execute function refuse_change();

-- Closed accounts whose notes are still kept.
create table ledger_notes_kept (account_id bigint primary key, closed_at timestamptz not null);
create index ledger_notes_kept_due on ledger_notes_kept (closed_at);
insert into ledger_notes_kept select id, closed_at from ledger_accounts where kind = 'identity' and closed_at is not null;
create function ledger_keep_notes() returns trigger language plpgsql as $$
begin
  insert into ledger_notes_kept values (new.id, new.closed_at) on conflict do nothing;
  return null;
end $$;
create trigger ledger_accounts_notes after update of closed_at on ledger_accounts for each row
  when (new.kind = 'identity' and old.closed_at is null and new.closed_at is not null) execute function ledger_keep_notes();

-- Of one account, a few thousand at a time; false when none is due.
create function ledger_forget_notes(p_days integer) returns boolean language plpgsql as $$
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
