-- Erases the texts that apps wrote for a deleted player.
create or replace function erase_allowances(p_identity uuid) returns void language plpgsql security definer set search_path from current as $$
begin
  if not exists (select from identity_facts where id = p_identity and status = 'deleted') then
    raise exception 'only the texts of a deleted player are erased' using errcode = 'restrict_violation';
  end if;
  update allowances set description = '[erased]', return_to = null, return_origin = null where identity_id = p_identity;
end $$;
revoke all on function erase_allowances from public;
