-- Allows only forward transitions of a top-up. A payment is recorded from every earlier state, because money that arrived must be booked.
create or replace function keep_topup_in_order() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.account_id <> old.account_id or new.amount <> old.amount or new.global_fee <> old.global_fee
    or new.app_fee <> old.app_fee or new.provider_fee <> old.provider_fee or new.provider <> old.provider
    or new.refunded < old.refunded
    or not (old.status = new.status
      or old.status = 'pending' and new.status in ('paid', 'expired', 'failed')
      or old.status in ('expired', 'failed') and new.status = 'paid'
      or old.status = 'paid' and new.status = 'refunded') then
    raise exception 'a top-up cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
