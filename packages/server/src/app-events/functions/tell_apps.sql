-- Records events for apps, in the transaction that causes them and in the given order.
create or replace function tell_apps(p_client_ids text[], p_types text[], p_data jsonb[]) returns void language sql as $$
  insert into app_events (client_id, type, data, at) select client_id, type, data, date_trunc('milliseconds', clock_timestamp())
  from unnest(p_client_ids, p_types, p_data) with ordinality told(client_id, type, data, i) order by i
$$;
