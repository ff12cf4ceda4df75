-- Ends one allowance for its player or its app. Returns false if it had ended before.
create or replace function end_allowance(p_id uuid, p_by_app boolean) returns boolean language plpgsql security definer set search_path from current as $$
begin
  perform from allowances a where a.id = p_id and a.status <> 'ended' and a.due_at > clock_timestamp() for no key update;
  if not found then return false; end if;
  perform finish_allowances(array[p_id], case when p_by_app then 'app' else 'player' end);
  return true;
end $$;
revoke all on function end_allowance from public;
