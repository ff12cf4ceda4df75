-- The columns of a session that other slices may read. It is active until it ends or either time passes.
create or replace view session_facts as select id, identity_id, ended_at, refresh_expires_at, family_expires_at from sessions;
