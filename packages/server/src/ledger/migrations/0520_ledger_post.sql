-- formerly sha256:030ee082ea199eca5609dd369b9b67a5d2d575d946d826d481a3e30176a6c6b8, which set pid.posting for the function's duration: only a superuser may define such a function.
-- Posts one posting of any shape: top-ups, refunds, payouts, forfeitures. The same locks and the same rules as for sends.
-- `p_capped`: debits take what there is, and what is missing is taken from the receivables instead; answers how much that was.
create function ledger_post(
  p_now timestamptz, p_id uuid, p_type text, p_payer bigint, p_payee bigint, p_app bigint,
  p_amount bigint, p_global_fee bigint, p_app_fee bigint, p_provider_fee bigint, p_fee_rule smallint, p_reference uuid,
  p_entry_accounts bigint[], p_entry_amounts bigint[], p_capped boolean,
  out outcome text, out payer_balance bigint, out receivable bigint, out at timestamptz
) language plpgsql as $$
declare
  c_receivables constant bigint := 9000000000000000004;
  v_amounts bigint[] := p_entry_amounts;
  v_accounts bigint[] := p_entry_accounts;
  v_row record;
begin
  receivable := 0;
  if p_capped and not c_receivables = any(v_accounts) then
    v_accounts := v_accounts || c_receivables;
    v_amounts := v_amounts || 0::bigint;
  end if;
  perform from ledger_accounts where id = any(v_accounts) order by id for no key update;
  select greatest(p_now, max(moved_at)) into at from ledger_accounts where id = any(v_accounts);
  for v_row in select e.i, e.amount, a.id, a.kind, a.balance, a.closed_at
    from unnest(v_accounts, v_amounts) with ordinality e(id, amount, i) left join ledger_accounts a on a.id = e.id
  loop
    if v_row.id is null then raise exception 'no account % to post to', v_accounts[v_row.i] using errcode = 'foreign_key_violation'; end if;
    if v_row.kind <> 'platform' and v_row.balance + v_row.amount < 0 then
      if not p_capped then outcome := 'insufficient'; payer_balance := v_row.balance; return; end if;
      receivable := receivable - v_row.balance - v_row.amount;
      v_amounts[v_row.i] := -v_row.balance;
    end if;
  end loop;
  if p_capped then v_amounts[array_position(v_accounts, c_receivables)] := v_amounts[array_position(v_accounts, c_receivables)] - receivable; end if;

  with moved as (
    update ledger_accounts a set balance = a.balance + e.amount, version = a.version + 1, moved_at = at
    from unnest(v_accounts, v_amounts) e(id, amount) where a.id = e.id and e.amount <> 0
    returning a.id, a.version, e.amount, a.balance
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after) select m.id, m.version, p_id, m.amount, m.balance from moved m
    returning account_id, balance_after
  )
  select e.balance_after into payer_balance from entries e where e.account_id = p_payer;
  insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, provider_fee, fee_rule, payer_balance, reference, created_at)
  values (p_id, p_type, p_payer, p_payee, p_app, p_amount, p_global_fee, p_app_fee, p_provider_fee, p_fee_rule, payer_balance, p_reference, at);
  outcome := 'posted';
end $$;
