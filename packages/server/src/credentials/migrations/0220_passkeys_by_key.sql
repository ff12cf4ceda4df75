-- The registrar finds the player of a key before it signs.
create index passkeys_key on passkeys (compressed_key);
