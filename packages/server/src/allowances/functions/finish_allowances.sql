-- Ends allowances that the caller has locked, and tells their apps. Players are told of the end of what they approved, unless they ended it themselves.
create or replace function finish_allowances(p_ids uuid[], p_reason text) returns void language plpgsql as $$
declare
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
  v_ended allowances[];
begin
  with ended as (
    update allowances a set status = 'ended', ended_at = v_now, due_at = null,
      end_reason = case when a.approved_at is not null then p_reason when p_reason = 'player' then 'declined' when p_reason = 'expired' then 'lapsed' else p_reason end
    where a.id = any(p_ids) and a.status <> 'ended' returning a
  ) select array_agg(e.a order by (e.a).id) into v_ended from ended e;
  perform tell_apps(array_agg(e.client_id order by e.id), array_agg('allowance.ended'::text order by e.id),
      array_agg(jsonb_build_object('allowanceId', e.id, 'reference', e.reference, 'pid', i.pid, 'reason', e.end_reason) order by e.id))
    from unnest(v_ended) e join identity_facts i on i.id = e.identity_id;
  -- A notice that is written while its player is deleted would remain.
  perform tell_owner(e.identity_id, 'allowance.ended', jsonb_build_object('id', e.id, 'app', e.app_name, 'reason', e.end_reason), v_now)
    from unnest(v_ended) e join identity_facts i on i.id = e.identity_id and i.status <> 'deleted'
    where e.approved_at is not null and e.end_reason not in ('player', 'disconnected');
end $$;
revoke all on function finish_allowances from public;
