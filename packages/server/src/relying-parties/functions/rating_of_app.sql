-- The confirmed rating of an app. Null without one.
create or replace function rating_of_app(p_client_id text) returns smallint language sql stable as $$
  select rating from apps where client_id = p_client_id and rating_confirmed
$$;
