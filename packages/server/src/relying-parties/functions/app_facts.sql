-- The columns of apps that other slices may read. `is_active`: neither deleted nor paused, and its owner is active.
create or replace view app_facts as select a.client_id, a.deleted_at, a.owner_id, a.name, a.verified, a.logo_url, a.contact,
  a.deleted_at is null and a.paused_at is null and exists (select from identity_facts owner where owner.id = a.owner_id and owner.status = 'active') as is_active
  from apps a;
