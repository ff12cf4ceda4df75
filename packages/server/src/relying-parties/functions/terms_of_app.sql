-- The terms under which an app takes a player's money. No row if the app is deleted. The caller has locked the app with `paused_apps`.
create or replace function terms_of_app(p_client_id text, p_identity uuid)
returns table (name text, owner_id uuid, fee_bps integer, fee_flat integer, is_waived boolean) language sql stable as $$
  select a.name, a.owner_id, a.fee_bps, a.fee_flat,
    a.verified and exists (select from app_grants g where g.client_id = a.client_id and g.identity_id = p_identity and g.ended_at is null)
  from apps a where a.client_id = p_client_id and a.deleted_at is null
$$;
