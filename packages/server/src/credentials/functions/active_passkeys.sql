-- The columns of active passkeys that other slices may read.
create or replace view active_passkeys as select id, credential_id, created_at from passkeys where status = 'active';
