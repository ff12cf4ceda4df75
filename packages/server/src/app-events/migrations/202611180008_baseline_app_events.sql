-- Events for apps. The transaction that causes an event inserts it without a number. After the commit it gets the next number, so that a
-- reader who has read up to a number has missed no event before it.
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
  -- The smallest number that is kept, or the next number if none is.
  oldest bigint not null default 1
);
