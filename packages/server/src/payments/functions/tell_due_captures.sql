-- Notifies apps, once, that a capture is due. Returns how many were notified. Reads only what is due: the clock is read once, and the rows are found
-- by their ids.
create or replace function tell_due_captures(p_most int) returns int language plpgsql security definer set search_path from current as $$
declare
  v_payment payments;
  v_count int := 0;
begin
  for v_payment in
    update payments set due_at = null
      where id = any(array(select id from payments where status = 'held' and due_at <= (select clock_timestamp()) order by due_at limit p_most for no key update skip locked)) returning *
  loop
    perform tell_of_payment(v_payment, 'payment.capture_due',
      jsonb_build_object('captureBy', to_char(v_payment.capture_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
revoke all on function tell_due_captures from public;
