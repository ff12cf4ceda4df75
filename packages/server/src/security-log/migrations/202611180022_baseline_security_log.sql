-- Events for operators during and after an attack. Written in batches. No secrets; of an address only its network.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  identity_id uuid,
  client_id text,
  network text,
  operation text,
  details jsonb not null default '{}',
  -- The transaction that wrote the event, in 64 bits. `xmin` has 32 bits, wraps around, and changes when the network is deleted.
  written_by xid8 not null default pg_current_xact_id()
);
create index security_events_event on security_events (event, id desc);
create index security_events_identity on security_events (identity_id, id desc) where identity_id is not null;
create index security_events_network on security_events (network, id desc) where network is not null;
create index security_events_at on security_events (at);
-- Networks of old events are deleted; without this index each run would read all rows that still have one.
create index security_events_with_network on security_events (at) where network is not null;
