-- Adds a total to the month of a child with a parent, for functions that store their counters with `ledger_count_payer`. The caller has locked the account.
create or replace function ledger_count_family(p_now timestamptz, p_payer bigint, p_total bigint, p_zone text) returns void language plpgsql as $$
declare
  v_payer ledger_accounts;
begin
  select * into v_payer from ledger_accounts where id = p_payer;
  if v_payer.parents is null then return; end if;
  v_payer := ledger_family_count(v_payer, null, p_total, p_now, p_zone);
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set spent_month = v_payer.spent_month, spent = v_payer.spent where id = p_payer;
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_count_family from public;
