-- Stores what an account has used an idempotency key for: `accountId`, `key` and `requestHash` (as text) in `p_key`. Null: nothing.
create or replace function ledger_use_key(p_key jsonb, p_subject uuid, p_now timestamptz) returns void language sql as $$
  insert into ledger_keys (account_id, key, request_hash, subject, created_at)
    select (p_key ->> 'accountId')::bigint, p_key ->> 'key', (p_key ->> 'requestHash')::bytea, p_subject, p_now where p_key ->> 'key' is not null
$$;
revoke all on function ledger_use_key from public;
