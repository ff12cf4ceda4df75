-- Takes ended holds off `held` of their payers. Money that is returned to a closed account is recorded as suspense.
create or replace function ledger_release_held(p_now timestamptz, p_postings uuid[], p_payments uuid[], p_payers bigint[], p_held bigint[], p_returned bigint[])
returns void language plpgsql as $$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts a set held = a.held - released.amount
    from (select id, sum(amount)::bigint as amount from unnest(p_payers, p_held) held(id, amount) group by id) released where a.id = released.id;
  insert into ledger_suspense (id, source, reference, account_id, amount, reason, since, posting_id)
    select gen_random_uuid(), 'payment', ended.payment, ended.payer, ended.returned, 'account_closed', date_trunc('milliseconds', p_now), ended.posting
    from unnest(p_postings, p_payments, p_payers, p_returned) ended(posting, payment, payer, returned)
    where ended.returned > 0 and ledger_is_closed(ended.payer);
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_release_held from public;
