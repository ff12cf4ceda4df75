-- What other slices may read of an app.
create or replace view app_facts as select client_id, deleted_at, owner_id, name from apps;
