-- Refuses changes to the signed terms of a permission. A digest is used once.
create or replace function keep_evm_permission_permanent() returns trigger language plpgsql as $$
begin
  if (new.id, new.identity_id, new.digest, new.chain_id, new.account, new.verifier, new.key_x, new.key_y, new.calls, new.spend, new.starts_at, new.expires_at, new.salt)
    is distinct from (old.id, old.identity_id, old.digest, old.chain_id, old.account, old.verifier, old.key_x, old.key_y, old.calls, old.spend, old.starts_at, old.expires_at, old.salt) then
    raise exception 'what a permission says never changes' using errcode = 'restrict_violation';
  end if;
  if old.status in ('expired', 'revoked') and new.status <> old.status then
    raise exception 'a permission that has ended never lives again' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
