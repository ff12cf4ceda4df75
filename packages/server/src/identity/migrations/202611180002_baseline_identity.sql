create table identities (
  id uuid primary key,
  handle text not null unique check (handle ~ '^[a-z0-9_]{3,20}$'),
  status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- Bearers of apps carry the epoch in which they were issued. A suspension starts a new epoch, which ends them for good.
  bearer_epoch integer not null default 0
);
-- On the chain a player is the SHA-256 of the PID. Handles are ASCII and permanent, so this index finds guardians and voters.
create index identities_account_id on identities (sha256(decode(handle || '@pid', 'escape')));
create trigger identities_permanent before update on identities for each row execute function keep_identity_permanent();
create trigger identities_no_delete before delete on identities for each row execute function refuse_change();
create trigger identities_no_truncate before truncate on identities for each statement execute function refuse_change();
