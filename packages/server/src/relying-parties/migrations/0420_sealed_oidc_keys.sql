-- As the keys of our own tokens (0160).
alter table oidc_keys rename column private_key to sealed_private_key;
alter table oidc_keys add column master_key text;
