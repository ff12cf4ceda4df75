-- Marks requested settlements as sent and returns them, oldest first. Nothing may leave PID before this is committed. Leaves out apps whose money
-- may not leave now, and apps that the person who sends belongs or belonged to. `p_ids` null: all. The time is the database's, not `p_now`.
create or replace function settlements_send(
  p_now timestamptz, p_ids uuid[], p_limit integer, p_by text, p_provider text, p_export uuid
) returns setof settlements language plpgsql security definer set search_path from current as $$
declare
  v_now timestamptz;
  v_clients text[] := array(select distinct client_id from settlements where status = 'requested' and (p_ids is null or id = any(p_ids)));
begin
  perform paused_apps(v_clients);
  v_now := date_trunc('milliseconds', clock_timestamp());
  -- A separate statement, whose snapshot is taken after the apps were locked.
  -- mutant (settlements/end-settlement): settlement_block(client, v_now) is null => true
  v_clients := array(select client from unnest(v_clients) client where settlement_block(client, v_now) is null
    and not exists (select from app_people a join identity_facts i on i.id = a.identity_id where a.client_id = client and i.pid = p_by));
  return query
    update settlements s set status = 'sent', sent_at = v_now, sent_by = p_by, provider = p_provider, export_id = p_export,
      next_check_at = case when p_provider is not null then v_now end
    where s.id in (
      select d.id from settlements d where d.status = 'requested' and d.client_id = any(v_clients) and (p_ids is null or d.id = any(p_ids))
      order by d.requested_at, d.id limit p_limit for update)
    returning s.*;
end $$;
revoke all on function settlements_send from public;
