-- What is due is found by its age; a large table is indexed by hand before, concurrently (docs/operations.md).
create index if not exists notices_age on notices (at);
create index if not exists not_me_tokens_expiry on not_me_tokens (expires_at);
