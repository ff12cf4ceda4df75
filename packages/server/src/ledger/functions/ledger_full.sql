-- Whether money may come in to a balance: null if it may, `balance` if the balance cannot hold it, `month` if the tier allows no more in this month. Held
-- money and pending top-ups count as part of the balance, pending top-ups also as incoming. The caller has locked the account. `ledger_post_sends`
-- contains the same rule.
create or replace function ledger_full(p_account bigint, p_amount bigint, p_balance_max bigint, p_at timestamptz) returns text language sql stable as $$
  select case when a.balance + a.held + p_amount + pending_topups_of(a.id) > least(p_balance_max, t.balance_max) then 'balance'
    when t.incoming + p_amount > t.incoming_max then 'month' end
  from ledger_accounts a left join lateral ledger_tier_state(a.id, p_at) t on true where a.id = p_account
$$;
