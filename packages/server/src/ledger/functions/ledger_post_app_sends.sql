-- Posts sends, some of them through apps. A send through an app that is paused at the time of posting is
-- refused. A replayed idempotency key returns its first response.
create or replace function ledger_post_app_sends(
  p_now timestamptz, p_again boolean, p_fee_rule smallint, p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text,
  p_accounts bigint[], p_ids uuid[], p_payers int[], p_payees int[], p_apps int[], p_amounts bigint[], p_global_fees bigint[], p_app_fees bigint[],
  p_keys text[], p_hashes bytea[], p_notes text[], p_proofs int[]
) returns table (outcome text, subject uuid, balance bigint, at timestamptz) language plpgsql as $$
declare
  -- A position without an account: sends through it are refused as if the app's account were closed.
  c_nowhere constant int := cardinality(p_accounts) + 1;
  v_paused bigint[];
  v_apps int[] := p_apps;
begin
  select array_agg(l.id) into v_paused from ledger_accounts l
    where l.client_id in (
      select paused_apps(array(select a.client_id from ledger_accounts a where a.id in (select p_accounts[app] from unnest(p_apps) app where app > 0)))
    );
  if v_paused is not null then
    select array_agg(case when p_accounts[q.app] = any(v_paused) then c_nowhere else q.app end order by q.i) into v_apps
      from unnest(p_apps) with ordinality q(app, i);
  end if;
  return query
    select case when s.outcome = 'app_closed' and v_apps[s.i] = c_nowhere then 'app_paused' else s.outcome end, s.subject, s.balance, s.at
    from ledger_post_sends(p_now, p_again, p_fee_rule, p_balance_max, p_step_up, p_daily_limit, p_zone,
      p_accounts, p_ids, p_payers, p_payees, v_apps, p_amounts, p_global_fees, p_app_fees, p_keys, p_hashes, p_notes, p_proofs)
      with ordinality s(outcome, subject, balance, at, i)
    order by s.i;
end $$;
