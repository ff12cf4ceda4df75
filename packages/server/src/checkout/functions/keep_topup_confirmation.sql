-- Adds the hash of the response to a confirmation. Allows one change: deleting the notice and the response
-- after at least 30 days.
create or replace function keep_topup_confirmation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.recorded_at := clock_timestamp();
    new.answer_hash := sha256(convert_to(new.answer, 'UTF8'));
    return new;
  end if;
  -- Evidence of the last 30 days cannot be deleted.
  if new.notice is null and new.answer is null and old.recorded_at < clock_timestamp() - interval '30 days'
    and (new.topup_id, new.provider, new.payment_id, new.paid, new.answer_hash, new.confirmed_at, new.recorded_at, new.precedes_confirmations)
      is not distinct from
        (old.topup_id, old.provider, old.payment_id, old.paid, old.answer_hash, old.confirmed_at, old.recorded_at, old.precedes_confirmations) then
    return new;
  end if;
  raise exception 'a confirmation of a payment never changes' using errcode = 'restrict_violation';
end $$;
