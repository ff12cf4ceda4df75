-- Stores the counters and `held` of payers whom the caller has locked and judged, and the receivers whom they have paid now. Null payers: the caller
-- stores them with the balances (`ledger_write_payments`).
create or replace function ledger_count_payers(p_now timestamptz, p_payers ledger_accounts[], p_paying bigint[], p_receivers bigint[], p_proven boolean[])
returns void language plpgsql as $$
begin
  perform set_config('pid.posting', 'on', true);
  if p_payers is not null then
    update ledger_accounts a set sent_day = p.sent_day, sent_today = p.sent_today, sent_unproven = p.sent_unproven, held = p.held, spent_month = p.spent_month, spent = p.spent
      from unnest(p_payers) p where a.id = p.id;
  end if;
  insert into ledger_receivers (payer_id, receiver_id, first_at, proven)
    select paid.payer, paid.receiver, p_now, paid.proven from unnest(p_paying, p_receivers, p_proven) paid(payer, receiver, proven)
    on conflict (payer_id, receiver_id) do update set proven = true where excluded.proven and not ledger_receivers.proven;
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_count_payers from public;
