-- The columns of apps that other slices may read.
create or replace view app_facts as select client_id, deleted_at, owner_id, name, verified from apps;
