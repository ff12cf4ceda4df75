-- formerly sha256:557600117f2ca12e06567c130ebd16654b245bd9efeb281b1724aeabbda299f3, which set pid.posting for the function's duration: only a superuser may define such a function.
-- Posts many sends in one statement, with the outcome that posting them one after the other would have had.
-- Order of locks, here and everywhere: accounts by id, then keys. Keys are looked up by a new statement, whose snapshot
-- sees what those who held the locks before have committed. `p_again` says that an earlier attempt may have been committed.
create function ledger_post_sends(
  p_now timestamptz, p_again boolean, p_fee_rule smallint, p_balance_max bigint,
  -- Every account that is touched, ascending, each once; the rest refers to it by position, 0 meaning no app. The last is the fee account.
  p_accounts bigint[],
  p_ids uuid[], p_payers int[], p_payees int[], p_apps int[], p_amounts bigint[], p_global_fees bigint[], p_app_fees bigint[],
  p_keys text[], p_hashes bytea[], p_notes text[]
) returns table (outcome text, subject uuid, balance bigint, at timestamptz)
language plpgsql
-- One plan for good: look-ups by index. Left alone the planner scans whole tables for every batch.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
#variable_conflict use_column
declare
  n int := cardinality(p_ids);
  v_fees int := cardinality(p_accounts);
  v_accounts bigint[]; v_balances bigint[]; v_versions bigint[]; v_open boolean[];
  v_at timestamptz;
  v_known uuid[]; v_same boolean[]; v_any boolean := false;
  v_outcomes text[] := array_fill(null::text, array[n]);
  v_zeros bigint[] := array_fill(0::bigint, array[n]);
  v_payer_balances bigint[] := v_zeros; v_payer_versions bigint[] := v_zeros;
  v_payee_balances bigint[] := v_zeros; v_payee_versions bigint[] := v_zeros;
  v_app_balances bigint[] := v_zeros; v_app_versions bigint[] := v_zeros;
  v_fee_balances bigint[] := v_zeros; v_fee_versions bigint[] := v_zeros;
  v_fee_balance bigint; v_fee_version bigint;
  v_payer int; v_payee int; v_app int; v_amount bigint; v_fee bigint; v_app_fee bigint; v_left bigint;
begin
  select array_agg(l.id), array_agg(l.balance), array_agg(l.version), array_agg(l.closed_at is null), greatest(p_now, max(l.moved_at))
    into v_accounts, v_balances, v_versions, v_open, v_at
    from (select * from ledger_accounts a where a.id = any(p_accounts) order by a.id for no key update) l;
  if v_accounts is distinct from p_accounts then
    -- Some account does not exist: what touches it is refused, the others go on.
    select array_agg(l.balance order by p.position), array_agg(l.version order by p.position), array_agg(coalesce(l.open, false) order by p.position)
      into v_balances, v_versions, v_open
      from unnest(p_accounts) with ordinality p(id, position)
      left join unnest(v_accounts, v_balances, v_versions, v_open) l(id, balance, version, open) on l.id = p.id;
  end if;

  if p_keys is not null then
    select array_agg(k.subject order by q.i), array_agg(k.request_hash = q.hash order by q.i), bool_or(k.subject is not null)
      into v_known, v_same, v_any
      from unnest(p_payers, p_keys, p_hashes) with ordinality q(payer, key, hash, i)
      left join lateral (select * from ledger_keys k where k.account_id = p_accounts[q.payer] and k.key = q.key offset 0) k on true;
  end if;
  if p_again then
    select array_agg(coalesce(p.id, v_known[q.i]) order by q.i), array_agg(coalesce(p.id is not null or v_same[q.i], false) order by q.i), true
      into v_known, v_same, v_any
      from unnest(p_ids) with ordinality q(id, i) left join lateral (select p.id from ledger_postings p where p.id = q.id offset 0) p on true;
  end if;

  v_fee_balance := v_balances[v_fees];
  v_fee_version := v_versions[v_fees];
  for i in 1..n loop
    if v_any and v_known[i] is not null then
      v_outcomes[i] := case when v_same[i] then 'replayed' else 'key_reused' end;
      continue;
    end if;
    v_payer := p_payers[i]; v_payee := p_payees[i]; v_app := p_apps[i];
    v_amount := p_amounts[i]; v_fee := p_global_fees[i]; v_app_fee := p_app_fees[i];
    v_left := v_balances[v_payer] - v_amount - v_fee - v_app_fee;
    if not v_open[v_payer] then v_outcomes[i] := 'payer_closed'; continue; end if;
    if not v_open[v_payee] then v_outcomes[i] := 'payee_closed'; continue; end if;
    if v_app > 0 and not v_open[v_app] then v_outcomes[i] := 'app_closed'; continue; end if;
    if v_left < 0 then
      v_outcomes[i] := 'insufficient';
      v_payer_balances[i] := v_balances[v_payer];
      continue;
    end if;
    if v_balances[v_payee] + v_amount > p_balance_max then v_outcomes[i] := 'payee_full'; continue; end if;
    v_outcomes[i] := 'posted';
    v_balances[v_payer] := v_left; v_versions[v_payer] := v_versions[v_payer] + 1;
    v_payer_balances[i] := v_left; v_payer_versions[i] := v_versions[v_payer];
    v_balances[v_payee] := v_balances[v_payee] + v_amount; v_versions[v_payee] := v_versions[v_payee] + 1;
    v_payee_balances[i] := v_balances[v_payee]; v_payee_versions[i] := v_versions[v_payee];
    if v_app_fee > 0 then
      v_balances[v_app] := v_balances[v_app] + v_app_fee; v_versions[v_app] := v_versions[v_app] + 1;
      v_app_balances[i] := v_balances[v_app]; v_app_versions[i] := v_versions[v_app];
    end if;
    if v_fee > 0 then
      v_fee_balance := v_fee_balance + v_fee; v_fee_version := v_fee_version + 1;
      v_fee_balances[i] := v_fee_balance; v_fee_versions[i] := v_fee_version;
    end if;
  end loop;
  v_balances[v_fees] := v_fee_balance;
  v_versions[v_fees] := v_fee_version;

  return query
  with sends as materialized (
    select q.* from unnest(p_ids, p_payers, p_payees, p_apps, p_amounts, p_global_fees, p_app_fees, v_outcomes, p_keys, p_hashes, p_notes,
      v_payer_balances, v_payer_versions, v_payee_balances, v_payee_versions, v_app_balances, v_app_versions, v_fee_balances, v_fee_versions)
      with ordinality q(id, payer, payee, app, amount, fee, app_fee, outcome, key, hash, note,
        payer_balance, payer_version, payee_balance, payee_version, app_balance, app_version, fee_balance, fee_version, i)
  ), postings as (
    insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, fee_rule, payer_balance, note, created_at)
    select id, 'send', p_accounts[payer], p_accounts[payee], case when app > 0 then p_accounts[app] end, amount, fee, app_fee, p_fee_rule, payer_balance, note, v_at
    from sends where payer_version > 0
  ), keys as (
    insert into ledger_keys (account_id, key, request_hash, subject, created_at)
    select p_accounts[payer], key, hash, id, v_at from sends where payer_version > 0 and key is not null
  ), accounts as (
    update ledger_accounts a set balance = m.balance, version = m.version, moved_at = v_at
    from unnest(p_accounts, v_balances, v_versions) m(id, balance, version) where a.id = m.id and a.version <> m.version
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after)
    select p_accounts[payer], payer_version, id, -(amount + fee + app_fee), payer_balance from sends where payer_version > 0
    union all select p_accounts[payee], payee_version, id, amount, payee_balance from sends where payee_version > 0
    union all select p_accounts[app], app_version, id, app_fee, app_balance from sends where app_version > 0
    union all select p_accounts[v_fees], fee_version, id, fee, fee_balance from sends where fee_version > 0
  )
  select s.outcome, case when s.outcome in ('replayed', 'key_reused') then v_known[s.i] else s.id end, s.payer_balance, v_at from sends s order by s.i;
end $$;
