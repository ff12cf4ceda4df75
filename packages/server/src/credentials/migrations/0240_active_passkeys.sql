-- What other slices may know of passkeys: those that can sign in.
create view active_passkeys as select id, credential_id, created_at from passkeys where status = 'active';
