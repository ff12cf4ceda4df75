-- Consumes many login codes with all conditions in one statement. Of any number of concurrent exchanges exactly one gets a code. A wrong client, verifier
-- or address leaves the code unused for its rightful client. A code with a challenge needs its verifier. A verifier for a code without a challenge is
-- refused, because an attacker may have stripped the challenge (RFC 9700, 2.1.1). A code of a paused app stays unused. A secret's hash is null if the
-- client presents none. `p_attempts`: ids of these exchanges; one that is repeated after a lost connection gets its own result again. Returns one row
-- per code, in the given order, with the player's profile.
create or replace function spend_login_codes(
  p_protocols text[], p_hashes bytea[], p_client_ids text[], p_secret_hashes bytea[], p_code_challenges text[], p_redirect_uris text[], p_attempts uuid[], p_now timestamptz
) returns table (
  outcome text, grant_id uuid, identity_id uuid, bearer_epoch integer, handle text, scope text, nonce text, authenticated_at timestamptz,
  display_name text, avatar_url text, bio text, country text, locale text
) language plpgsql rows 32 set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  -- Locks the apps, so that none is paused before this transaction ends.
  c_paused constant text[] := array(select paused_apps(p_client_ids));
begin
  return query
    with asked as materialized (
      -- The previous secret works until its time is over.
      -- mutant (relying-parties/two-secrets): and a.previous_secret_until > p_now => nothing
      select q.*, a.client_id is not null as is_app, coalesce(case
        when q.secret_hash is null then a.client_id is null or not a.require_secret
        else q.secret_hash = a.secret_hash or q.secret_hash = a.previous_secret_hash and a.previous_secret_until > p_now end, false) as is_admitted
      from unnest(p_protocols, p_hashes, p_client_ids, p_secret_hashes, p_code_challenges, p_redirect_uris, p_attempts) with ordinality
        q(protocol, hash, client_id, secret_hash, code_challenge, redirect_uri, attempt, i)
      left join apps a on a.client_id = q.client_id and a.deleted_at is null
    ), spent as (
      update login_codes c set spent_at = p_now, attempt = q.attempt from asked q, identity_facts i
      where q.is_app and q.is_admitted and not q.client_id = any(c_paused)
        and c.hash = q.hash and c.protocol = q.protocol and c.client_id = q.client_id and (c.spent_at is null or c.attempt = q.attempt) and c.expires_at > p_now
        and c.code_challenge is not distinct from q.code_challenge and (c.code_challenge is not null or q.secret_hash is not null)
        and (q.redirect_uri is null or c.redirect_uri = q.redirect_uri)
        and i.id = c.identity_id and i.status = 'active' and i.bearer_epoch = c.bearer_epoch
        and exists (select from app_grants g where g.id = c.grant_id and g.ended_at is null)
        and (c.redirect_origin like 'http://%' or (
          (c.redirect_origin not like 'https://%' or exists (select from app_origins o where o.client_id = c.client_id and o.origin = c.redirect_origin))
          and (exists (select from app_redirect_uris u where u.client_id = c.client_id and u.uri = c.redirect_uri)
            or (c.redirect_origin like 'https://%' and not exists (select from app_redirect_uris u where u.client_id = c.client_id)))))
      returning q.i, c.grant_id, c.identity_id, c.bearer_epoch, i.handle, c.scope, c.nonce, c.authenticated_at
    )
    select case when s.i is not null then 'spent' when not q.is_admitted then 'unauthorized' when q.client_id = any(c_paused) then 'paused' else 'invalid' end,
      s.grant_id, s.identity_id, s.bearer_epoch, s.handle, s.scope, s.nonce, s.authenticated_at, p.display_name, p.avatar_url, p.bio, p.country, p.locale
    from asked q left join spent s on s.i = q.i left join profile_facts p on p.identity_id = s.identity_id
    order by q.i;
end $$;
