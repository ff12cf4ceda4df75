-- Consumes a login code with all conditions in one statement. Of any number of concurrent exchanges exactly one gets the code. A wrong client, verifier
-- or address leaves the code unused for its rightful client. A code with a challenge needs its verifier. A verifier for a code without a challenge is
-- refused, because an attacker may have stripped the challenge (RFC 9700, 2.1.1). A code of a paused app stays unused. No row: the code is invalid.
create or replace function spend_login_code(
  p_hash bytea, p_protocol text, p_client_id text, p_code_challenge text, p_is_authenticated boolean, p_now timestamptz, p_redirect_uri text
) returns table (is_paused boolean, grant_id uuid, identity_id uuid, bearer_epoch integer, handle text, scope text, nonce text, authenticated_at timestamptz) language plpgsql as $$
#variable_conflict use_column
begin
  -- Locks the app, so that it is not paused before this transaction ends.
  if exists (select from paused_apps(array[p_client_id])) then
    is_paused := true;
    return next;
    return;
  end if;
  return query
    update login_codes c set spent_at = p_now from identity_facts i
    where c.hash = p_hash and c.protocol = p_protocol and c.client_id = p_client_id and c.spent_at is null and c.expires_at > p_now
      and c.code_challenge is not distinct from p_code_challenge and (c.code_challenge is not null or p_is_authenticated)
      and (p_redirect_uri is null or c.redirect_uri = p_redirect_uri)
      and i.id = c.identity_id and i.status = 'active' and i.bearer_epoch = c.bearer_epoch
      and exists (select from app_grants g where g.id = c.grant_id and g.ended_at is null)
      and exists (select from apps a where a.client_id = c.client_id and a.deleted_at is null and (p_is_authenticated or not a.require_secret))
      and (c.redirect_origin like 'http://%' or (
        (c.redirect_origin not like 'https://%' or exists (select from app_origins o where o.client_id = c.client_id and o.origin = c.redirect_origin))
        and (exists (select from app_redirect_uris u where u.client_id = c.client_id and u.uri = c.redirect_uri)
          or (c.redirect_origin like 'https://%' and not exists (select from app_redirect_uris u where u.client_id = c.client_id)))))
    returning false, c.grant_id, c.identity_id, c.bearer_epoch, i.handle, c.scope, c.nonce, c.authenticated_at;
end $$;
