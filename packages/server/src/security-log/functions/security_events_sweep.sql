-- Deletes events and networks after the configured days. The minimum is fixed here, so that an attacker who controls a node cannot erase traces.
create or replace function security_events_sweep(p_events integer, p_networks integer) returns void language sql security definer set search_path from current as $$
  delete from security_events where at < now() - make_interval(days => greatest(p_events, 30));
  update security_events set network = null
  where at < now() - make_interval(days => greatest(p_networks, 7)) and network is not null;
$$;
revoke all on function security_events_sweep(integer, integer) from public;
