-- Exact addresses that narrow an app's origins, a secret that outlives its rotation for a while, and the pause of an app.
alter table apps
  add column require_secret boolean not null default false,
  add column previous_secret_hash bytea,
  add column previous_secret_until timestamptz,
  -- By an administrator. An app whose owner is suspended is paused too, for which the owner is looked at: nothing has to be kept.
  add column paused_at timestamptz,
  add column pause_reason text;

create table app_redirect_uris (
  client_id text not null references apps (client_id),
  uri text not null,
  primary key (client_id, uri)
);
