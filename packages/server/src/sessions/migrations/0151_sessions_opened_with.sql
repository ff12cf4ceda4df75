-- The login or passkey that opened a session, so that both can end together. Unknown for sessions that are older than this.
alter table sessions add column opened_with uuid;
