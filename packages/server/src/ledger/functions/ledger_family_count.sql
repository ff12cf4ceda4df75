-- The payer's row with a total added to the month, if the payer is a child with a parent. Sends to a parent without the fee of an app do not count
-- (p_receiver: of a send without one, otherwise null). Nothing is ever subtracted. The caller stores `spent_month` and `spent` with the other counters (`ledger_count_payers`, `ledger_write_payments`).
create or replace function ledger_family_count(
  p_payer ledger_accounts, p_receiver bigint, p_total bigint, p_now timestamptz, p_zone text
) returns ledger_accounts language plpgsql stable as $$
declare
  c_local constant timestamp := greatest(p_now, p_payer.moved_at) at time zone p_zone;
begin
  if p_payer.parents is null or p_payer.adult_from <= c_local::date or p_receiver = any(p_payer.parents) then return p_payer; end if;
  p_payer.spent := ledger_family_spent(p_payer, p_now, p_zone) + p_total;
  p_payer.spent_month := greatest(p_payer.spent_month, date_trunc('month', c_local)::date);
  return p_payer;
end $$;
