-- Ends a hold as part of the caller's posting. Returns the account that receives the money returned to the
-- payer: the payer's account, or suspense if it is closed.
create or replace function ledger_end_hold(p_now timestamptz, p_posting uuid, p_payment uuid, p_payer bigint, p_held bigint, p_returned bigint) returns bigint language plpgsql as $$
declare
  c_suspense constant bigint := 9000000000000000006;
  v_is_closed boolean;
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set held = held - p_held where id = p_payer returning closed_at is not null into v_is_closed;
  if v_is_closed and p_returned > 0 then
    insert into ledger_suspense (id, source, reference, account_id, amount, reason, since, posting_id)
    values (gen_random_uuid(), 'payment', p_payment, p_payer, p_returned, 'account_closed', date_trunc('milliseconds', p_now), p_posting);
  end if;
  perform set_config('pid.posting', '', true);
  return case when v_is_closed then c_suspense else p_payer end;
end $$;
revoke all on function ledger_end_hold from public;
