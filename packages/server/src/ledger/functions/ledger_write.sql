-- Writes a posting and its entries. It trusts its caller: only posting functions and the owner of the tables may call it. Each account appears
-- once; zero amounts are left out. A deposit raises `deposited` of the escrow, and everything that leaves the escrow uses it up first, except
-- settlements, which take only income. With tiers, money that comes in to a player counts in the month of the posting; returns do not count.
create or replace function ledger_write(
  p_now timestamptz, p_id uuid, p_type text, p_payer bigint, p_payee bigint, p_app bigint,
  p_amount bigint, p_global_fee bigint, p_app_fee bigint, p_provider_fee bigint, p_fee_rule smallint, p_reference uuid,
  p_accounts bigint[], p_amounts bigint[], out payer_balance bigint, out at timestamptz
) language plpgsql as $$
declare
  v_moved int;
  v_month date;
begin
  perform set_config('pid.posting', 'on', true);
  select greatest(p_now, max(l.moved_at)) into at
    from (select moved_at from ledger_accounts where id = any(p_accounts) order by id for no key update) l;
  if p_type in ('topup', 'payout', 'suspense_credit') then v_month := ledger_month_at(at); end if;
  with moved as (
    update ledger_accounts a set balance = a.balance + e.amount, version = a.version + 1, moved_at = at,
      deposited = greatest(a.deposited + case when p_type = 'deposit' or e.amount < 0 and p_type <> 'settlement' then e.amount else 0 end, 0),
      received_month = case when a.id = p_payee and v_month is not null then greatest(a.received_month, v_month) else a.received_month end,
      received = case when a.id = p_payee and v_month is not null then case when a.received_month >= v_month then a.received else 0 end + e.amount else a.received end
    from unnest(p_accounts, p_amounts) e(id, amount) where a.id = e.id and e.amount <> 0
    returning a.id, a.version, e.amount, a.balance
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after) select m.id, m.version, p_id, m.amount, m.balance from moved m
    returning account_id, balance_after
  )
  select max(e.balance_after) filter (where e.account_id = p_payer), count(*) into payer_balance, v_moved from entries e;
  if v_moved <> (select count(*) from unnest(p_amounts) amount where amount <> 0) then
    raise exception 'an account to post to is missing or named twice' using errcode = 'foreign_key_violation';
  end if;
  insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, provider_fee, fee_rule, payer_balance, reference, created_at)
  values (p_id, p_type, p_payer, p_payee, p_app, p_amount, p_global_fee, p_app_fee, p_provider_fee, p_fee_rule, payer_balance, p_reference, at);
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_write from public;
