-- An owner's request to verify an app, and the decision. One row per app: a new request replaces the previous one.
create table verification_requests (
  client_id text primary key,
  about text not null,
  status text not null check (status in ('pending', 'approved', 'refused')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  reason text
);
create index verification_requests_waiting on verification_requests (asked_at, client_id) where status = 'pending';
