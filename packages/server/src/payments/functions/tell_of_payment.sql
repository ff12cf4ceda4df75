-- Records an event of a payment for its app.
create or replace function tell_of_payment(p_payment payments, p_type text, p_more jsonb default '{}') returns void language sql as $$
  select tell_app(p_payment.client_id, p_type, jsonb_build_object('paymentId', p_payment.id, 'reference', p_payment.reference, 'status', p_payment.status,
    'amount', p_payment.amount, 'captured', p_payment.captured, 'refunded', p_payment.refunded,
    'payer', (select pid from identity_facts where id = p_payment.payer_identity_id))
    || case when p_payment.sku is null then '{}' else jsonb_build_object('sku', p_payment.sku, 'quantity', p_payment.quantity) end || p_more)
$$;
