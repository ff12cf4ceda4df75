-- Refuses changes to signed bytes and to settled operations.
create or replace function relay_operations_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'relayed operations are never deleted'; end if;
  if old.state in ('finalized', 'failed', 'expired', 'superseded') and new.state <> old.state then
    raise exception 'operation % is settled as %', old.id, old.state;
  end if;
  if (new.wire, new.signature, new.account_address, new.account_nonce, new.identity_id) is distinct from
     (old.wire, old.signature, old.account_address, old.account_nonce, old.identity_id) then
    raise exception 'the bytes of operation % are signed', old.id;
  end if;
  return new;
end $$;
