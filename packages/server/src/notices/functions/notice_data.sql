-- The data of a notice. If it is about a payment, adds the name of the app, the description and the current
-- state of the payment: the state changes and the description is erased, so neither is stored with the notice.
create or replace function notice_data(p_type text, p_data jsonb) returns jsonb language sql stable as $$
  with refund as (select id, payment_id from payment_refund_facts where p_type = 'money.returned' and id = (p_data->>'id')::uuid)
  select p_data
    || coalesce((select jsonb_build_object('app', name) from app_facts where p_type = 'money.returned' and client_id = p_data->>'from'), '{}')
    || coalesce((select jsonb_build_object('payment', f.id, 'app', coalesce(f.app_name, (select name from app_facts where client_id = f.client_id)),
        'to', (select pid from identity_facts where id = f.payee_identity_id), 'item', f.description, 'goods', f.goods, 'status', f.status, 'refunded', f.refunded)
      -- Only the payer may see the fees and the part of the hold that came back.
      || case when p_type = 'money.received' then '{}' else jsonb_build_object('fee', f.confirmed_total - f.amount, 'returned', f.returned) end
      from payment_facts f where f.id = case when p_type in ('payment.confirmed', 'allowance.charged') then (p_data->>'id')::uuid
        when p_type in ('money.received', 'money.returned') then coalesce((p_data->>'payment')::uuid, (select payment_id from refund)) end), '{}')
    || case when exists (select from refund) then '{"refund": true}'::jsonb else '{}' end
$$;
