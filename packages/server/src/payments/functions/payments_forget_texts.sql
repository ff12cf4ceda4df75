-- Deletes the texts of the payments of one deleted identity after the retention period, at most 2000 payments
-- per call. Returns false if none is due.
create or replace function payments_forget_texts(p_days integer) returns boolean language plpgsql security definer set search_path from current as $$
declare
  v_identity uuid;
  v_payments uuid[];
begin
  select k.identity_id into v_identity from payment_texts_kept k join identity_facts i on i.id = k.identity_id and i.status = 'deleted'
    where k.deleted_at < now() - make_interval(days => greatest(p_days, 30)) order by k.deleted_at limit 1 for update of k skip locked;
  if v_identity is null then return false; end if;
  select array_agg(id) into v_payments from (
    select id from payments where description <> '[erased]'
      and (payer_identity_id = v_identity or payee_identity_id = v_identity or asked_identity_id = v_identity or ended_by = v_identity)
    limit 2000
  ) due;
  update payment_refunds set reason = null where payment_id = any(v_payments) and reason is not null;
  update payments set description = '[erased]', return_to = null,
    item_names = (select jsonb_object_agg(language, '[erased]') from jsonb_object_keys(item_names) language), item_image = null where id = any(v_payments);
  if cardinality(v_payments) is distinct from 2000 then delete from payment_texts_kept where identity_id = v_identity; end if;
  return true;
end $$;
revoke all on function payments_forget_texts from public;
