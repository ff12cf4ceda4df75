-- As operators have set it, and never sooner than this: a hole in the service wipes no traces.
create function security_events_sweep(p_events integer, p_networks integer) returns void language sql as $$
  delete from security_events where at < now() - make_interval(days => greatest(p_events, 30));
  update security_events set network = null
  where at < now() - make_interval(days => greatest(p_networks, 7)) and network is not null;
$$;
