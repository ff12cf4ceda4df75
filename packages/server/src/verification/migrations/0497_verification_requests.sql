-- What an owner wrote to have an app verified, and what an administrator decided. One row an app: asking again replaces it.
create table verification_requests (
  client_id text primary key,
  about text not null,
  status text not null check (status in ('pending', 'approved', 'refused')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  reason text
);
create index verification_requests_waiting on verification_requests (asked_at, client_id) where status = 'pending';
