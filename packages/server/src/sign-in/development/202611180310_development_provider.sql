-- Safe while nodes serve: yes.
-- The state of the embedded identity provider for development, so that its sign-ins survive a restart and work across nodes.
create table if not exists development_provider_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id)
);
create index if not exists development_provider_records_grant on development_provider_records (grant_id) where grant_id is not null;
create index if not exists development_provider_records_expiry on development_provider_records (expires_at);
