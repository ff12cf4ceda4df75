-- Whether the payer proved a payment to this receiver, and whether the receiver counts as known. No row if the payer never paid it.
create or replace function ledger_paid_before(p_payer bigint, p_receiver bigint, p_at timestamptz)
returns table (is_proven boolean, is_known boolean) language sql stable as $$
  select proven, proven or first_at <= p_at - interval '7 days' from ledger_receivers where payer_id = p_payer and receiver_id = p_receiver
$$;
