-- What happened that concerns an app. Written without a number in the transaction in which it happens; numbered, without a gap, when that
-- has committed, so that whoever has read up to a number has missed nothing before it.
create table app_events (
  id bigint generated always as identity primary key,
  client_id text not null,
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  number bigint
);
create unique index app_events_by_number on app_events (client_id, number) where number is not null;
create index app_events_fresh on app_events (id) where number is null;
create index app_events_by_age on app_events (at) where number is not null;

create table app_event_heads (
  client_id text primary key,
  last bigint not null default 0,
  -- The smallest number that is kept, or the next one when nothing is.
  oldest bigint not null default 1
);

create function tell_app(p_client_id text, p_type text, p_data jsonb) returns void language sql as $$
  insert into app_events (client_id, type, data, at) values (p_client_id, p_type, p_data, date_trunc('milliseconds', clock_timestamp()))
$$;

-- Numbers what has committed, at most `p_most` at a time, and tells the nodes whose apps have news. One at a time does it: returns how many,
-- or null when somebody else is at it. Events of one app keep the order in which they were written: a later cause has a higher id.
create function number_app_events(p_most int) returns int language plpgsql as $$
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

-- What is older than that goes, and the app's oldest number says so.
create function sweep_app_events(p_before timestamptz, p_most int) returns int language plpgsql as $$
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
