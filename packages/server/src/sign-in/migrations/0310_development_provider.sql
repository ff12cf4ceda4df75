-- State of the embedded development identity provider, so that its sign-ins survive a restart and cross nodes.
create table development_provider_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id)
);
create index development_provider_records_grant on development_provider_records (grant_id) where grant_id is not null;
create index development_provider_records_expiry on development_provider_records (expires_at);
