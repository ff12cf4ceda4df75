-- Records an event for an app, in the transaction that causes it.
create or replace function tell_app(p_client_id text, p_type text, p_data jsonb) returns void language sql as $$
  insert into app_events (client_id, type, data, at) values (p_client_id, p_type, p_data, date_trunc('milliseconds', clock_timestamp()))
$$;
