-- The app fees that refunds of these top-ups took back from apps: a refund takes the credited amount first, then the fee. At least what was taken
-- from the escrow, which may have held less.
create or replace function topup_fees_returned(p_topups uuid[]) returns numeric language sql stable as $$
  select coalesce(sum(least(greatest(t.refunded - t.amount, 0), t.app_fee)), 0) from topups t where t.id = any(p_topups)
$$;
