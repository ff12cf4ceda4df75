-- Everybody who runs an app or has run it. A former owner has the role `owner` and is not current.
create or replace view app_people as
  select a.client_id, a.owner_id as identity_id, 'owner' as role, true as is_current from apps a
  union all
  select m.client_id, m.identity_id, m.role, m.ended_at is null from app_members m;
