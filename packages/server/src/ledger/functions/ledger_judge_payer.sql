-- Judges a payer by `ledger_judge`, with the account and receivers read here. The caller has locked the account.
create or replace function ledger_judge_payer(
  p_now timestamptz, p_payer bigint, p_receivers bigint[], p_out bigint, p_total bigint, p_proof integer, p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint, out proven boolean, out day date, out sent bigint, out unproven bigint, out noticed boolean
) language plpgsql as $$
declare
  v_payer ledger_accounts;
  v_is_known boolean;
begin
  select * into v_payer from ledger_accounts where id = p_payer and kind = 'identity';
  if v_payer.id is null or p_out <= 0 or p_total < p_out then raise exception 'a payment is made by an identity' using errcode = 'restrict_violation'; end if;
  select bool_and(coalesce(paid.is_known, false)) into v_is_known
    from unnest(p_receivers) asked(id) left join lateral ledger_paid_before(p_payer, asked.id, greatest(p_now, v_payer.moved_at)) paid on true;
  select * into outcome, available, proven, day, sent, unproven, noticed
    from ledger_judge(v_payer, p_now, v_is_known, p_out, p_total, p_proof, p_step_up, p_daily_limit, p_zone);
end $$;
