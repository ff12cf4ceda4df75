-- Deletes events before a moment, at most `p_most`, and raises the oldest number of their apps. Returns how many were deleted.
create or replace function sweep_app_events(p_before timestamptz, p_most int) returns int language plpgsql security definer set search_path from current as $$
declare
  v_count int;
begin
  with old as (
    select id from app_events where at < p_before and number is not null order by at limit p_most for update skip locked
  ), gone as (
    delete from app_events e using old where e.id = old.id returning e.client_id, e.number
  ), heads as (
    update app_event_heads h set oldest = greatest(h.oldest, g.number + 1) from (select client_id, max(number) as number from gone group by client_id) g
    where h.client_id = g.client_id
  )
  select count(*) into v_count from gone;
  return v_count;
end $$;
revoke all on function sweep_app_events from public;
