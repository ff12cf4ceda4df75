-- Chooses one of the sixteen fee accounts by an id. A refund finds the account of the fee by the same id.
create or replace function ledger_fee_account(p_id uuid) returns bigint language sql immutable as $$
  select case number when 0 then 9000000000000000001 else 9000000000000000100 + number end from (select get_byte(uuid_send(p_id), 15) & 15 as number) chosen
$$;
