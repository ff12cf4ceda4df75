create table identities (
  id uuid primary key,
  handle text not null unique check (handle ~ '^[a-z0-9_]{3,20}$'),
  status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- Apps' bearers carry the epoch they were issued in; a suspension begins a new one, and so ends them for good.
  bearer_epoch integer not null default 0
);

-- A handle is permanent: never changed, freed or given to somebody else, whoever asks. Deleted is final.
create function keep_identity_permanent() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.handle <> old.handle or new.created_at <> old.created_at then
    raise exception 'a handle is permanent' using errcode = 'restrict_violation';
  end if;
  if old.status = 'deleted' and new.status <> 'deleted' then
    raise exception 'a deleted identity stays deleted' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger identities_permanent before update on identities for each row execute function keep_identity_permanent();
create trigger identities_no_delete before delete on identities for each row execute function refuse_change();
create trigger identities_no_truncate before truncate on identities for each statement execute function refuse_change();

-- Personal data lives in tables of its own, so that it can be erased while the handle stays.
create table profiles (
  identity_id uuid primary key references identities (id),
  display_name text,
  avatar_url text,
  bio text,
  country text,
  locale text,
  updated_at timestamptz not null
);
