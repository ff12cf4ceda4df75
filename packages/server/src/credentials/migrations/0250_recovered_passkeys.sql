-- When a recovery made this passkey the first one; null for all others. It does not lift a freeze that is older.
alter table passkeys add column recovered_at timestamptz;
