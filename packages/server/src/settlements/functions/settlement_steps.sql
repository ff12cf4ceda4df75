-- Keeps the order of the states. What was agreed at the request never changes, except that bank details are erased.
create or replace function settlement_steps() returns trigger language plpgsql as $$
begin
  if new.status <> old.status
    and (old.status, new.status) not in (('requested', 'sent'), ('requested', 'cancelled'), ('sent', 'paid'), ('sent', 'failed'), ('paid', 'failed')) then
    raise exception 'a settlement does not become % after %', new.status, old.status using errcode = 'restrict_violation';
  end if;
  if (new.id, new.client_id, new.app_account_id, new.amount, new.fee, new.bank_code, new.last4, new.approved_by, new.requested_at)
      is distinct from (old.id, old.client_id, old.app_account_id, old.amount, old.fee, old.bank_code, old.last4, old.approved_by, old.requested_at)
    or new.holder_name not in (old.holder_name, '')
    or old.sent_at is not null and (new.sent_at, new.sent_by, new.provider) is distinct from (old.sent_at, old.sent_by, old.provider)
    or old.paid_at is not null and (new.paid_at, new.paid_by, new.paid_reference) is distinct from (old.paid_at, old.paid_by, old.paid_reference) then
    raise exception 'the terms of a settlement do not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
