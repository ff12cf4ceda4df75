-- A sign-in in progress at a provider. The callback consumes it. A cookie binds it to the browser.
create table sign_in_flows (
  state_hash bytea primary key,
  cookie_hash bytea not null,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  -- Set when a signed-in user links another login.
  linking_identity_id uuid references identities (id),
  expires_at timestamptz not null,
  started_at timestamptz,
  -- The provider must authenticate the user again.
  fresh boolean not null default false,
  -- The session of the browser that started it, which is linked or replaced.
  session_id uuid
);
create index sign_in_flows_expiry on sign_in_flows (expires_at);

-- A proven login that has no identity yet. The transaction that creates the identity deletes it.
create table claim_tickets (
  hash bytea primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  return_to text not null,
  expires_at timestamptz not null,
  -- When the provider authenticated the user, which may be some time before they choose a handle.
  authenticated_at timestamptz,
  -- As in provider_logins; copied into the login.
  is_email_unverified boolean not null default false
);
create index claim_tickets_login on claim_tickets (issuer, subject);
create index claim_tickets_expiry on claim_tickets (expires_at);

-- The state of the embedded identity provider for development, so that its sign-ins survive a restart and work across nodes.
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
