-- The number of an account's last entry at or before a moment, by binary search. 0 if there is none.
create or replace function ledger_version_at(p_account bigint, p_moment timestamptz) returns bigint language plpgsql stable as $$
declare
  v_low bigint := 0;
  v_high bigint;
  v_middle bigint;
  v_at timestamptz;
begin
  select version into v_high from ledger_accounts where id = p_account;
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    select p.created_at into strict v_at from ledger_entries e join ledger_postings p on p.id = e.posting_id
      where e.account_id = p_account and e.version = v_middle;
    if v_at <= p_moment then v_low := v_middle; else v_high := v_middle - 1; end if;
  end loop;
  return coalesce(v_low, 0);
end $$;
