-- What an app wrote on a payment may name whoever paid. It goes some time after a player of the payment was deleted; amounts, fees, the app and
-- its reference stay, for those are the books. Never within 30 days of the deletion, by the database's own clock.
create table payment_texts_kept (
  identity_id uuid primary key references identities (id),
  deleted_at timestamptz not null default clock_timestamp()
);
create index payment_texts_kept_due on payment_texts_kept (deleted_at);
insert into payment_texts_kept (identity_id) select id from identity_facts where status = 'deleted';
create index payments_of_payee on payments (payee_identity_id) where payee_identity_id is not null;
create index payments_of_asked on payments (asked_identity_id) where asked_identity_id is not null;
create index payments_ended_by on payments (ended_by) where ended_by is not null;

create function payment_refunds_only_forget() returns trigger language plpgsql as $$
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
drop trigger payment_refunds_append_only on payment_refunds;
create trigger payment_refunds_append_only before update on payment_refunds for each row execute function payment_refunds_only_forget();
create trigger payment_refunds_no_delete before delete on payment_refunds for each row execute function refuse_change();

-- Of one identity, a few thousand at a time; false when none is due.
create function payments_forget_texts(p_days integer) returns boolean language plpgsql as $$
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
  update payments set description = '[erased]', return_to = null where id = any(v_payments);
  if cardinality(v_payments) is distinct from 2000 then delete from payment_texts_kept where identity_id = v_identity; end if;
  return true;
end $$;
