-- Whether an account has used an idempotency key for another request. `p_key` has the fields of `ledger_use_key`, or is null. Call it under the account's lock.
create or replace function ledger_key_differs(p_key jsonb) returns boolean language sql stable as $$
  select exists (select from ledger_keys where account_id = (p_key ->> 'accountId')::bigint and key = p_key ->> 'key' and request_hash <> (p_key ->> 'requestHash')::bytea)
$$;
