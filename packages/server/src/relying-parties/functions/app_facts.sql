-- The columns of apps that other slices may read. `is_active`: neither deleted nor paused, and its owner is active.
-- `cover`: the path of the cover, which only a verified app shows.
create or replace view app_facts as select a.client_id, a.deleted_at, a.owner_id, a.name, a.verified, a.logo_url, a.contact,
  a.deleted_at is null and a.paused_at is null and exists (select from identity_facts owner where owner.id = a.owner_id and owner.status = 'active') as is_active,
  (select '/covers/' || c.id || '.jpg' from app_covers c where c.client_id = a.client_id and a.verified and a.deleted_at is null) as cover
  from apps a;

