-- Credentials of programs that administer. Only the owner of the tables creates and revokes them, on the command line: an attacker who
-- controls a node cannot create an administrator.
create table machine_credentials (
  -- Never reused, because the audit log refers to it.
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  role text not null check (role in ('reader', 'support', 'money', 'owner')),
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  revoked_by text,
  check ((revoked_at is null) = (revoked_by is null))
);
create trigger machine_credentials_stay before delete on machine_credentials for each row execute function refuse_change();
create trigger machine_credentials_no_truncate before truncate on machine_credentials for each statement execute function refuse_change();
