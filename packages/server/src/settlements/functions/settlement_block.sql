-- Why no money of an app may leave now; null if it may. The caller has locked the app with `paused_apps`, which does not change until the
-- transaction ends.
create or replace function settlement_block(p_client_id text, p_now timestamptz) returns text language sql as $$
  select case
    when a.client_id is null or a.deleted_at is not null then 'app_deleted'
    when exists (select from paused_apps(array[p_client_id])) then 'app_paused'
    when exists (select from freeze_facts f where f.identity_id = a.owner_id and f.until > p_now) then 'owner_frozen'
    when not a.verified then 'app_not_verified'
    when ledger_is_minor(a.owner_id) then 'owner_minor'
  end from (select p_client_id as asked) q left join app_facts a on a.client_id = q.asked
$$;
