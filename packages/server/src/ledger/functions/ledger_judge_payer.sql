-- Judges whether a payer may pay: daily limit, step-up, balance. The caller has locked the payer's account. Also returns the payer's new counters
-- and whether the payer wants a notice.
create or replace function ledger_judge_payer(
  p_now timestamptz, p_payer bigint, p_receivers bigint[], p_out bigint, p_total bigint, p_proof integer, p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint, out proven boolean, out day date, out sent bigint, out unproven bigint, out noticed boolean
) language plpgsql as $$
declare
  v_payer ledger_accounts;
  v_at timestamptz;
  v_step_up bigint; v_daily bigint;
  v_known boolean; v_needed boolean;
begin
  select * into v_payer from ledger_accounts where id = p_payer and kind = 'identity';
  if v_payer.id is null or p_out <= 0 or p_total < p_out then raise exception 'a payment is made by an identity' using errcode = 'restrict_violation'; end if;
  if v_payer.closed_at is not null then outcome := 'payer_closed'; return; end if;
  v_at := greatest(p_now, v_payer.moved_at);
  day := (v_at at time zone p_zone)::date;
  sent := v_payer.sent_today; unproven := v_payer.sent_unproven;
  -- A new day resets the counters. A clock that was set back does not.
  if v_payer.sent_day is null or v_payer.sent_day < day then sent := 0; unproven := 0; else day := v_payer.sent_day; end if;
  v_step_up := least(p_step_up, case when v_payer.next_limits_from <= v_at then coalesce(v_payer.next_step_up_amount, v_payer.step_up_amount) else v_payer.step_up_amount end);
  v_daily := least(p_daily_limit, case when v_payer.next_limits_from <= v_at then coalesce(v_payer.next_daily_limit, v_payer.daily_limit) else v_payer.daily_limit end);
  select bool_and(coalesce(r.proven or r.first_at <= v_at - interval '7 days', false)) into v_known
    from unnest(p_receivers) asked(id) left join ledger_receivers r on r.payer_id = p_payer and r.receiver_id = asked.id;
  unproven := unproven + p_out;
  v_needed := unproven > v_step_up or unproven * 10 > v_step_up and not v_known;
  if v_needed and coalesce(p_proof, 0) < 1 then outcome := 'step_up_needed'; return; end if;
  if sent + p_out > v_daily then outcome := 'daily_limit'; available := greatest(v_daily - sent, 0); return; end if;
  if v_payer.balance < p_total then outcome := 'insufficient'; available := v_payer.balance; return; end if;
  sent := sent + p_out;
  proven := v_needed or coalesce(p_proof, 0) = 2;
  if proven then unproven := 0; end if;
  noticed := p_out > coalesce(
    case when v_payer.next_limits_from <= v_at then coalesce(v_payer.next_notice_amount, v_payer.notice_amount) else v_payer.notice_amount end, p_step_up);
  outcome := 'ok';
end $$;
