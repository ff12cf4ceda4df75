-- Records an event of each payment for its app, in the given order.
create or replace function tell_of_payments(p_payments payments[], p_types text[], p_more jsonb default '{}') returns void language sql as $$
  select tell_apps(array_agg(p.client_id order by p.ordinality), p_types, array_agg(jsonb_build_object('paymentId', p.id, 'reference', p.reference, 'status', p.status,
    'amount', p.amount, 'captured', p.captured, 'refunded', p.refunded, 'payer', payer.pid)
    || case when p.sku is null then '{}' else jsonb_build_object('sku', p.sku, 'quantity', p.quantity) end
    || case when p.allowance_id is null then '{}' else jsonb_build_object('allowance', p.allowance_id) end || p_more order by p.ordinality))
  from unnest(p_payments) with ordinality p left join identity_facts payer on payer.id = p.payer_identity_id
$$;
