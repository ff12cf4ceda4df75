-- What other slices may read of passkeys: those that can sign in.
create or replace view active_passkeys as select id, credential_id, created_at from passkeys where status = 'active';
