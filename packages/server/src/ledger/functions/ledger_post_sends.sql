-- Posts many sends in one statement, with the outcome that posting them one after another would have had. Locks accounts by id and then looks
-- keys up in a new statement, whose snapshot includes what earlier lock holders committed. `p_again`: an earlier attempt may have committed.
-- The settings make the planner use index lookups for batches of every size.
create or replace function ledger_post_sends(
  p_now timestamptz, p_again boolean, p_fee_rule smallint, p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text,
  p_accounts bigint[], p_ids uuid[], p_payers int[], p_payees int[], p_apps int[], p_amounts bigint[], p_global_fees bigint[], p_app_fees bigint[],
  p_keys text[], p_hashes bytea[], p_notes text[], p_proofs int[]
) returns table (outcome text, subject uuid, balance bigint, at timestamptz) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  security definer set search_path from current as $$
#variable_conflict use_column
declare
  n int := cardinality(p_ids);
  v_fees int := cardinality(p_accounts);
  v_accounts bigint[]; v_balances bigint[]; v_versions bigint[]; v_open boolean[]; v_kinds text[];
  v_at timestamptz; v_day date;
  v_days date[]; v_sent bigint[]; v_unproven bigint[]; v_step_ups bigint[]; v_dailies bigint[]; v_notices bigint[]; v_coming bigint[];
  v_bps bigint; v_minimum bigint;
  v_tiers ledger_tier_rules; v_month date; v_months date[]; v_received bigint[]; v_maxes bigint[]; v_incomes bigint[]; v_pending bigint[];
  v_judges_families boolean; v_is_judged boolean[]; v_holders ledger_accounts[]; v_forbidden text;
  v_known uuid[]; v_same boolean[]; v_any boolean := false;
  v_receiver_known boolean[]; v_receiver_seen boolean[]; v_app_known boolean[]; v_app_seen boolean[];
  v_outcomes text[] := array_fill(null::text, array[n]);
  v_zeros bigint[] := array_fill(0::bigint, array[n]);
  v_proven boolean[] := array_fill(false, array[n]);
  v_noticed int[];
  v_payer_balances bigint[] := v_zeros; v_payer_versions bigint[] := v_zeros;
  v_payee_balances bigint[] := v_zeros; v_payee_versions bigint[] := v_zeros;
  v_app_balances bigint[] := v_zeros; v_app_versions bigint[] := v_zeros;
  v_fee_balances bigint[] := v_zeros; v_fee_versions bigint[] := v_zeros;
  v_fee_balance bigint; v_fee_version bigint;
  v_payer int; v_payee int; v_app int; v_amount bigint; v_fee bigint; v_app_fee bigint; v_left bigint; v_out bigint; v_sum bigint; v_needed boolean;
begin
  select bps, minimum into v_bps, v_minimum from ledger_fee_rules where version = p_fee_rule;
  if v_bps is null or is_fee_account(p_accounts[v_fees]) is not true then
    raise exception 'sends name their fee rule, and the fee account last' using errcode = 'restrict_violation';
  end if;
  select array_agg(l.id), array_agg(l.balance), array_agg(l.version), array_agg(l.closed_at is null), array_agg(l.kind), greatest(p_now, max(l.moved_at)),
      array_agg(l.sent_day), array_agg(l.sent_today), array_agg(l.sent_unproven),
      array_agg(least(p_step_up, case when l.next_limits_from <= p_now then coalesce(l.next_step_up_amount, l.step_up_amount) else l.step_up_amount end)),
      array_agg(least(p_daily_limit, case when l.next_limits_from <= p_now then coalesce(l.next_daily_limit, l.daily_limit) else l.daily_limit end)),
      array_agg(coalesce(case when l.next_limits_from <= p_now then coalesce(l.next_notice_amount, l.notice_amount) else l.notice_amount end, p_step_up))
    into v_accounts, v_balances, v_versions, v_open, v_kinds, v_at, v_days, v_sent, v_unproven, v_step_ups, v_dailies, v_notices
    from (select * from ledger_accounts a where a.id = any(p_accounts) order by a.id for no key update) l;
  if v_accounts is distinct from p_accounts then
    if (select array_agg(distinct id order by id) from unnest(p_accounts) id) is distinct from p_accounts then
      raise exception 'accounts are named once each, in their order' using errcode = 'restrict_violation';
    end if;
    -- Sends from or to an account that does not exist are refused; the others continue.
    select array_agg(l.balance order by p.position), array_agg(l.version order by p.position), array_agg(coalesce(l.open, false) order by p.position),
        array_agg(l.kind order by p.position), array_agg(l.day order by p.position), array_agg(l.sent order by p.position),
        array_agg(l.unproven order by p.position), array_agg(l.step_up order by p.position), array_agg(l.daily order by p.position), array_agg(l.notice order by p.position)
      into v_balances, v_versions, v_open, v_kinds, v_days, v_sent, v_unproven, v_step_ups, v_dailies, v_notices
      from unnest(p_accounts) with ordinality p(id, position)
      left join unnest(v_accounts, v_balances, v_versions, v_open, v_kinds, v_days, v_sent, v_unproven, v_step_ups, v_dailies, v_notices)
        l(id, balance, version, open, kind, day, sent, unproven, step_up, daily, notice) on l.id = p.id;
  end if;
  v_day := (v_at at time zone p_zone)::date;

  -- Pending top-ups count as part of the balance. They are created under the account's lock, so this statement sees all of them.
  -- mutant (payments/holds): coalesce(a.held, 0) => 0::bigint
  select array_agg(coalesce(a.held, 0) order by p.position) into v_coming from unnest(p_accounts) with ordinality p(id, position) left join ledger_accounts a on a.id = p.id;
  for v_payee, v_sum in select a.position, sum(t.amount) from unnest(p_accounts) with ordinality a(id, position)
    cross join lateral (select t.amount from topups t where t.account_id = a.id and t.status = 'pending' offset 0) t group by 1
  loop
    v_coming[v_payee] := v_coming[v_payee] + v_sum;
    v_pending[v_payee] := v_sum;
  end loop;
  select * into v_tiers from ledger_tier_rules;
  if v_tiers.zone is not null then
    v_month := date_trunc('month', v_at at time zone v_tiers.zone);
    select array_agg(a.received_month order by p.position), array_agg(a.received order by p.position),
        array_agg(case a.tier when 'registered' then v_tiers.registered_balance else v_tiers.basic_balance end order by p.position),
        array_agg(case a.tier when 'registered' then v_tiers.registered_incoming else v_tiers.basic_incoming end order by p.position)
      into v_months, v_received, v_maxes, v_incomes from unnest(p_accounts) with ordinality p(id, position) left join ledger_accounts a on a.id = p.id;
  end if;

  -- Ages and rules cost one look at an index while the service knows no minors, and nothing more in a batch without one, unless every player must have
  -- stated a birth month. The accounts are locked, so that these statements see what earlier lock holders wrote.
  v_judges_families := exists (select from ledger_age_gate where is_required);
  if not v_judges_families and exists (select from ledger_accounts where adult_from > '-infinity') then
    v_judges_families := exists (select from ledger_accounts where id = any(p_accounts) and adult_from > v_day);
  end if;
  if v_judges_families then
    -- Reading a row out of an array takes time, so the rows of adults are not read.
    select array_agg(a order by p.position), array_agg(coalesce(a.adult_from > v_day, g.is_required, false) order by p.position) into v_holders, v_is_judged
      from unnest(p_accounts) with ordinality p(id, position) left join ledger_accounts a on a.id = p.id left join ledger_age_gate g on true;
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
  -- mutant (ledger/step-up-sends): v_at - interval '7 days' => v_at
  select array_agg(coalesce(r.proven or r.first_at <= v_at - interval '7 days', false) order by q.i), array_agg(r.payer_id is not null order by q.i)
    into v_receiver_known, v_receiver_seen
    from unnest(p_payers, p_payees) with ordinality q(payer, payee, i)
    left join lateral (select * from ledger_receivers r where r.payer_id = p_accounts[q.payer] and r.receiver_id = p_accounts[q.payee] offset 0) r on true;

  v_app_known := array_fill(true, array[n]);
  v_app_seen := v_app_known;
  if exists (select from unnest(p_app_fees) fee where fee > 0) then
    select array_agg(q.fee = 0 or coalesce(r.proven or r.first_at <= v_at - interval '7 days', false) order by q.i), array_agg(q.fee = 0 or r.payer_id is not null order by q.i)
      into v_app_known, v_app_seen
      from unnest(p_payers, p_apps, p_app_fees) with ordinality q(payer, app, fee, i)
      left join lateral (select * from ledger_receivers r where r.payer_id = p_accounts[q.payer] and r.receiver_id = p_accounts[q.app] offset 0) r on true;
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
    if v_open[v_payer] is not true then v_outcomes[i] := 'payer_closed'; continue; end if;
    if v_open[v_payee] is not true then v_outcomes[i] := 'payee_closed'; continue; end if;
    if v_app > 0 and v_open[v_app] is not true then v_outcomes[i] := 'app_closed'; continue; end if;
    if (v_payer <> v_payee and v_kinds[v_payer] = 'identity' and v_kinds[v_payee] = 'identity' and v_amount > 0
        and (v_app = 0 and v_app_fee = 0 or v_app > 0 and v_kinds[v_app] = 'app' and v_app_fee between 0 and (v_amount * 1000 + 9999) / 10000 + 1000000)
        and (v_fee = greatest(v_minimum, ledger_ceil_bps(v_amount, v_bps)) or v_fee = 0 and v_app > 0)) is not true then
      raise exception 'a send goes from one identity to another, with the fees of its rule' using errcode = 'restrict_violation';
    end if;
    -- mutant (families/rules): if v_judges_families and v_is_judged[v_payer] then => if false then
    if v_judges_families and v_is_judged[v_payer] then
      v_forbidden := ledger_family_forbids(v_holders[v_payer], 'send', p_accounts[v_payee], v_app_fee, v_amount + v_fee + v_app_fee, null, v_at, p_zone);
      if v_forbidden is not null then v_outcomes[i] := v_forbidden; continue; end if;
    end if;
    -- A new day resets the counters. A clock that was set back does not.
    if v_days[v_payer] is null or v_days[v_payer] < v_day then
      -- mutant (ledger/step-up-sends): v_sent[v_payer] := 0; => nothing
      v_days[v_payer] := v_day; v_sent[v_payer] := 0; v_unproven[v_payer] := 0;
    end if;
    -- mutant (ledger/step-up-sends): + v_app_fee => nothing
    v_out := v_amount + v_app_fee;
    v_sum := v_unproven[v_payer] + v_out;
    -- mutant (ledger/step-up-sends): v_needed := v_sum => v_needed := v_amount
    v_needed := v_sum > v_step_ups[v_payer] or v_sum * 10 > v_step_ups[v_payer] and not (v_receiver_known[i] and v_app_known[i]);
    if v_needed and coalesce(p_proofs[i], 0) < 1 then v_outcomes[i] := 'step_up_needed'; continue; end if;
    -- mutant (ledger/step-up-sends): v_sent[v_payer] + v_out => v_out
    if v_sent[v_payer] + v_out > v_dailies[v_payer] then
      v_outcomes[i] := 'daily_limit';
      v_payer_balances[i] := greatest(v_dailies[v_payer] - v_sent[v_payer], 0);
      continue;
    end if;
    v_left := v_balances[v_payer] - v_amount - v_fee - v_app_fee;
    if v_left < 0 then
      v_outcomes[i] := 'insufficient';
      v_payer_balances[i] := v_balances[v_payer];
      continue;
    end if;
    if v_judges_families and v_is_judged[v_payer] and ledger_family_excludes(v_holders[v_payer], v_holders[v_payee], v_at, p_zone) then v_outcomes[i] := 'parent_forbids'; continue; end if;
    -- mutant (checkout/suspense): + v_coming[v_payee] => nothing
    if v_balances[v_payee] + v_coming[v_payee] + v_amount > p_balance_max then v_outcomes[i] := 'payee_full'; continue; end if;
    if v_month is not null then
      if v_months[v_payee] is null or v_months[v_payee] < v_month then v_months[v_payee] := v_month; v_received[v_payee] := 0; end if;
      -- mutant (ledger/tiers): v_received[v_payee] + coalesce(v_pending[v_payee], 0) + v_amount => v_amount
      if v_balances[v_payee] + v_coming[v_payee] + v_amount > v_maxes[v_payee] or v_received[v_payee] + coalesce(v_pending[v_payee], 0) + v_amount > v_incomes[v_payee] then
        v_outcomes[i] := 'payee_full';
        continue;
      end if;
      v_received[v_payee] := v_received[v_payee] + v_amount;
    end if;
    v_outcomes[i] := 'posted';
    -- mutant (families/rules): if v_judges_families and v_is_judged[v_payer] then => if false then
    if v_judges_families and v_is_judged[v_payer] then v_holders[v_payer] := ledger_family_count(v_holders[v_payer], case when v_app_fee = 0 then p_accounts[v_payee] end, v_amount + v_fee + v_app_fee, v_at, p_zone); end if;
    if v_out > v_notices[v_payer] then v_noticed := v_noticed || i; end if;
    v_sent[v_payer] := v_sent[v_payer] + v_out;
    -- mutant (ledger/step-up-sends): v_unproven[v_payer] := v_sum; => nothing
    v_unproven[v_payer] := v_sum;
    -- mutant (ledger/step-up-sends): v_needed or p_proofs[i] = 2 => true
    if v_needed or p_proofs[i] = 2 then
      v_unproven[v_payer] := 0;
      v_proven[i] := true;
      for j in i + 1..n loop
        if p_payers[j] = v_payer and p_payees[j] = v_payee then v_receiver_known[j] := true; end if;
        if p_payers[j] = v_payer and p_apps[j] = v_app and v_app_fee > 0 then v_app_known[j] := true; end if;
      end loop;
    end if;
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

  perform set_config('pid.posting', 'on', true);
  return query
  with sends as materialized (
    select q.* from unnest(p_ids, p_payers, p_payees, p_apps, p_amounts, p_global_fees, p_app_fees, v_outcomes, p_keys, p_hashes, p_notes,
      v_payer_balances, v_payer_versions, v_payee_balances, v_payee_versions, v_app_balances, v_app_versions, v_fee_balances, v_fee_versions,
      v_proven, v_receiver_seen, v_app_seen)
      with ordinality q(id, payer, payee, app, amount, fee, app_fee, outcome, key, hash, note,
        payer_balance, payer_version, payee_balance, payee_version, app_balance, app_version, fee_balance, fee_version, proven, seen, app_seen, i)
  ), postings as (
    insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, fee_rule, payer_balance, note, created_at)
    select id, 'send', p_accounts[payer], p_accounts[payee], case when app > 0 then p_accounts[app] end, amount, fee, app_fee, p_fee_rule, payer_balance, note, v_at
    from sends where payer_version > 0
  ), keys as (
    insert into ledger_keys (account_id, key, request_hash, subject, created_at)
    select p_accounts[payer], key, hash, id, v_at from sends where payer_version > 0 and key is not null
  ), receivers as (
    insert into ledger_receivers (payer_id, receiver_id, first_at, proven)
    select p_accounts[payer], p_accounts[receiver], v_at, bool_or(proven) from (
      select payer, payee as receiver, proven from sends where payer_version > 0 and (not seen or proven)
      union all select payer, app, proven from sends where app_version > 0 and (not app_seen or proven)
    ) paid group by payer, receiver
    on conflict (payer_id, receiver_id) do update set proven = true where excluded.proven and not ledger_receivers.proven
  ), accounts as (
    update ledger_accounts a set balance = m.balance, version = m.version, moved_at = v_at, sent_day = m.day, sent_today = m.sent, sent_unproven = m.unproven,
      received_month = case when v_month is null then a.received_month else m.month end, received = case when v_month is null then a.received else m.received end,
      spent_month = case when v_judges_families and v_is_judged[m.position] then (v_holders[m.position]).spent_month else a.spent_month end, spent = case when v_judges_families and v_is_judged[m.position] then (v_holders[m.position]).spent else a.spent end
    from unnest(p_accounts, v_balances, v_versions, v_days, v_sent, v_unproven, v_months, v_received) with ordinality m(id, balance, version, day, sent, unproven, month, received, position) where a.id = m.id and a.version <> m.version
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after)
    select p_accounts[payer], payer_version, id, -(amount + fee + app_fee), payer_balance from sends where payer_version > 0
    union all select p_accounts[payee], payee_version, id, amount, payee_balance from sends where payee_version > 0
    union all select p_accounts[app], app_version, id, app_fee, app_balance from sends where app_version > 0
    union all select p_accounts[v_fees], fee_version, id, fee, fee_balance from sends where fee_version > 0
  )
  select s.outcome, case when s.outcome in ('replayed', 'key_reused') then v_known[s.i] else s.id end, s.payer_balance, v_at from sends s order by s.i;
  perform set_config('pid.posting', '', true);
  -- Above the payer's notice amount: the notice is written in the same transaction, so that a crash cannot lose it.
  if v_noticed is not null then
    perform tell_owner(payer.identity_id, 'money.sent', jsonb_build_object('id', p_ids[i], 'to', identities.handle || '@pid', 'amount', p_amounts[i]), v_at)
      from unnest(v_noticed) i join ledger_accounts payer on payer.id = p_accounts[p_payers[i]]
        join ledger_accounts payee on payee.id = p_accounts[p_payees[i]] join identities on identities.id = payee.identity_id;
  end if;
end $$;
revoke all on function ledger_post_sends from public;
