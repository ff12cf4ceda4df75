-- A sign-in under way at a provider. Spent by the callback, bound to the browser by a cookie of its own.
create table sign_in_flows (
  state_hash bytea primary key,
  cookie_hash bytea not null,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  -- Set when a signed-in user links a further login.
  linking_identity_id uuid references identities (id),
  expires_at timestamptz not null
);
create index sign_in_flows_expiry on sign_in_flows (expires_at);

-- A proven login without an identity yet. Deleted by the transaction that creates the identity.
create table claim_tickets (
  hash bytea primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index claim_tickets_login on claim_tickets (issuer, subject);
create index claim_tickets_expiry on claim_tickets (expires_at);
