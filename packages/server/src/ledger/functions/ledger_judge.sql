-- Judges whether this payer may pay: step-up, daily limit, balance. The caller has locked the account. `p_is_known`: the payer has paid all receivers
-- before. Also returns the payer's new counters and whether the payer wants a notice. `ledger_post_sends` contains the same rule.
create or replace function ledger_judge(
  p_payer ledger_accounts, p_now timestamptz, p_is_known boolean, p_out bigint, p_total bigint, p_proof integer, p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint, out proven boolean, out day date, out sent bigint, out unproven bigint, out noticed boolean
) language plpgsql stable as $$
declare
  c_at constant timestamptz := greatest(p_now, p_payer.moved_at);
  c_is_next constant boolean := coalesce(p_payer.next_limits_from <= c_at, false);
  v_step_up bigint; v_daily bigint; v_notice bigint;
  v_needed boolean;
begin
  if p_payer.closed_at is not null then outcome := 'payer_closed'; return; end if;
  day := (c_at at time zone p_zone)::date;
  sent := p_payer.sent_today; unproven := p_payer.sent_unproven;
  -- A new day resets the counters. A clock that was set back does not.
  if p_payer.sent_day is null or p_payer.sent_day < day then sent := 0; unproven := 0; else day := p_payer.sent_day; end if;
  v_step_up := least(p_step_up, case when c_is_next then coalesce(p_payer.next_step_up_amount, p_payer.step_up_amount) else p_payer.step_up_amount end);
  v_daily := least(p_daily_limit, case when c_is_next then coalesce(p_payer.next_daily_limit, p_payer.daily_limit) else p_payer.daily_limit end);
  v_notice := coalesce(case when c_is_next then coalesce(p_payer.next_notice_amount, p_payer.notice_amount) else p_payer.notice_amount end, p_step_up);
  unproven := unproven + p_out;
  v_needed := unproven > v_step_up or unproven * 10 > v_step_up and not p_is_known;
  if v_needed and coalesce(p_proof, 0) < 1 then outcome := 'step_up_needed'; return; end if;
  if sent + p_out > v_daily then outcome := 'daily_limit'; available := greatest(v_daily - sent, 0); return; end if;
  if p_payer.balance < p_total then outcome := 'insufficient'; available := p_payer.balance; return; end if;
  sent := sent + p_out;
  proven := v_needed or coalesce(p_proof, 0) = 2;
  if proven then unproven := 0; end if;
  noticed := p_out > v_notice;
  outcome := 'ok';
end $$;
