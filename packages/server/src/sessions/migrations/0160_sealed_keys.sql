-- Secrets are sealed with a key that is not in the database. `master_key` names that key; rows without one are older than sealing and
-- are sealed or replaced at the next start. The columns have new names, so that a node of an older release fails instead of signing
-- with what it would take for a key.
alter table signing_keys rename column secret to sealed_secret;
alter table signing_keys add column master_key text;
alter table service_secrets rename column value to sealed_value;
alter table service_secrets add column master_key text;
