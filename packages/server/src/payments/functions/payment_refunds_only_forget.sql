-- Allows one change to a refund: deleting its reason, at least 30 days after a player of the payment was deleted.
create or replace function payment_refunds_only_forget() returns trigger language plpgsql as $$
begin
  if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and exists (
      select from payments p join payment_texts_kept k on k.identity_id in (p.payer_identity_id, p.payee_identity_id)
      where p.id = old.payment_id and k.deleted_at < now() - interval '30 days'
    )
  then
    return new;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
