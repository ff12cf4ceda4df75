-- The chain knows a player by the SHA-256 of the PID; handles are ASCII and permanent, so an index over it finds whom guardians and votes name.
create index if not exists identities_account_id on identities (sha256(decode(handle || '@pid', 'escape')));
