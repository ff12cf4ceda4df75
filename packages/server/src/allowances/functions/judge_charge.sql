-- Everything that decides whether an allowance may pay a charge. The caller has locked payer and allowance. First what the app may know: `open`, `ended`,
-- `exceeded` with what is left. Then what lies with the player: `suspended`, `frozen`, `age_needed`, `family`, `daily_limit`, `balance`. A charge needs no step-up, and is judged
-- like one that was proven. `ok` returns the new counters of payer and allowance.
create or replace function judge_charge(
  p_allowance allowances, p_payer ledger_accounts, p_now timestamptz, p_amount bigint, p_total bigint, p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint, out day date, out sent bigint, out noticed boolean, out period_start date, out charged bigint
) language plpgsql stable as $$
declare
  v_judged record;
  v_forbidden text;
begin
  if p_allowance.status = 'ended' or p_now >= p_allowance.due_at or p_payer.closed_at is not null then outcome := 'ended'; return; end if;
  if p_allowance.status = 'open' then outcome := 'open'; return; end if;
  select c.period_start, c.charged into period_start, charged from allowance_counter(p_allowance, p_now, p_zone) c;
  if charged + p_total > p_allowance.amount then outcome := 'exceeded'; available := p_allowance.amount - charged; return; end if;
  if exists (select from identity_facts i where i.id = p_allowance.identity_id and i.status <> 'active') then outcome := 'suspended'; return; end if;
  if exists (select from freeze_facts f where f.identity_id = p_allowance.identity_id and f.until > p_now) then outcome := 'frozen'; return; end if;
  v_forbidden := ledger_family_forbids(p_payer, 'charge', null, 0, p_total, case when p_payer.parents is not null then rating_of_app(p_allowance.client_id) end, p_now, p_zone);
  if v_forbidden is not null then outcome := case v_forbidden when 'age_needed' then v_forbidden else 'family' end; return; end if;
  v_judged := ledger_judge(p_payer, p_now, true, p_amount, p_total, 1, p_step_up, p_daily_limit, p_zone);
  outcome := case v_judged.outcome when 'insufficient' then 'balance' else v_judged.outcome end;
  if outcome <> 'ok' then return; end if;
  day := v_judged.day; sent := v_judged.sent; noticed := v_judged.noticed;
  charged := charged + p_total;
end $$;
