-- Keys of id_tokens. The next one is published before it signs, so that clients which remember our key set know it in time;
-- a retired one stays published until its last id_token has ended.
create table oidc_keys (
  kid text primary key,
  state text not null check (state in ('next', 'active', 'retired', 'revoked')),
  private_key bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index oidc_keys_one_active on oidc_keys (state) where state in ('next', 'active');
