-- What an operator looks at after, or during, an attack. Written in batches; no secrets, and of an address only its network.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  identity_id uuid,
  client_id text,
  network text,
  operation text,
  details jsonb not null default '{}'
);
create index security_events_event on security_events (event, id desc);
create index security_events_identity on security_events (identity_id, id desc) where identity_id is not null;
create index security_events_network on security_events (network, id desc) where network is not null;
create index security_events_at on security_events (at);

-- The role that serves may add and read, and forget only what the retention table of docs/operations.md lets go, by the database's own
-- clock: whoever runs SQL through a hole in the service cannot wipe their traces.
create function security_events_sweep() returns void language sql as $$
  delete from security_events where at < now() - interval '180 days';
  update security_events set network = null where at < now() - interval '30 days' and network is not null;
$$;
