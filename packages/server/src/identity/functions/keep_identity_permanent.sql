-- Refuses a changed handle and a revived identity. Handles are permanent, and deletion is final.
create or replace function keep_identity_permanent() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.handle <> old.handle or new.created_at <> old.created_at then
    raise exception 'a handle is permanent' using errcode = 'restrict_violation';
  end if;
  if old.status = 'deleted' and new.status <> 'deleted' then
    raise exception 'a deleted identity stays deleted' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
