-- Ends all allowances of an app, or those of one of its players, in the transaction that causes it. A change of the app or of a connection calls it.
create or replace function end_allowances(p_client_id text, p_identity uuid, p_reason text) returns void language plpgsql security definer set search_path from current as $$
declare
  v_ids constant uuid[] := array(select a.id from allowances a
    where a.client_id = p_client_id and (p_identity is null or a.identity_id = p_identity) and a.status <> 'ended' order by a.id for no key update);
begin
  if cardinality(v_ids) > 0 then perform finish_allowances(v_ids, p_reason); end if;
end $$;
revoke all on function end_allowances from public;
