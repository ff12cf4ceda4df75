-- Numbers committed events, at most `p_most`, and notifies the nodes whose apps have new events. One transaction numbers at a time. Returns how
-- many were numbered, or null if another transaction is doing it. Events of one app keep the order in which they were written. The
-- settings make the planner use index lookups: a plan that was made while there were few events would read all of them each time.
create or replace function number_app_events(p_most int) returns int language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  security definer set search_path from current as $$
declare
  v_count int;
begin
  if not pg_try_advisory_xact_lock(4100009) then return null; end if;
  with fresh as materialized (
    select id, client_id from app_events where number is null order by id limit p_most
  ), heads as (
    insert into app_event_heads as h (client_id, last) select client_id, count(*) from fresh group by client_id
    on conflict (client_id) do update set last = h.last + excluded.last returning client_id, last
  ), numbered as (
    update app_events e set number = n.number from (
      select f.id, heads.last - count(*) over (partition by f.client_id) + row_number() over (partition by f.client_id order by f.id) as number
      from fresh f join heads using (client_id)
    ) n where e.id = n.id
  ), told as (
    select pg_notify('pid', 'app-events:' || client_id) from heads
  )
  select (select count(*) from fresh) + 0 * count(*) into v_count from told;
  return v_count;
end $$;
revoke all on function number_app_events from public;
