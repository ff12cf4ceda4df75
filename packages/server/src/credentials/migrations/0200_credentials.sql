-- One way to prove ownership of an identity: a login at an external provider, known by (issuer, subject), never by e-mail.
create table provider_logins (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  linked_at timestamptz not null,
  last_login_at timestamptz not null,
  unique (issuer, subject)
);
create index provider_logins_identity on provider_logins (identity_id);

-- What once belonged to a deleted identity never signs in again. Keyed hashes: the subject itself is erased.
create table burnt_credentials (
  hash bytea primary key,
  burnt_at timestamptz not null
);
create trigger burnt_credentials_append_only before update or delete on burnt_credentials for each row execute function refuse_change();
create trigger burnt_credentials_no_truncate before truncate on burnt_credentials for each statement execute function refuse_change();
