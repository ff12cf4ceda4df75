-- The columns of an identity that other slices may read.
create or replace view identity_facts as select id, handle, handle || '@pid' as pid, status, created_at, bearer_epoch from identities;
