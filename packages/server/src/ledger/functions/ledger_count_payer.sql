-- Adds a payment that `ledger_judge_payer` accepted to the payer's counters, and the held part to `held`.
create or replace function ledger_count_payer(
  p_now timestamptz, p_payer bigint, p_receivers bigint[], p_proven boolean, p_day date, p_sent bigint, p_unproven bigint, p_held bigint
) returns void language plpgsql as $$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set sent_day = p_day, sent_today = p_sent, sent_unproven = p_unproven, held = held + p_held where id = p_payer;
  insert into ledger_receivers (payer_id, receiver_id, first_at, proven) select p_payer, id, p_now, p_proven from unnest(p_receivers) paid(id)
    on conflict (payer_id, receiver_id) do update set proven = true where excluded.proven and not ledger_receivers.proven;
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_count_payer from public;
