-- Requires that a top-up names the account of its player, and the escrow of its app.
create or replace function require_topup_accounts() returns trigger language plpgsql as $$
begin
  if ledger_account_belongs(new.account_id, 'identity', new.identity_id::text) is not true
    or (new.client_id is null) <> (new.app_account_id is null)
    or new.client_id is not null and ledger_account_belongs(new.app_account_id, 'app', new.client_id) is not true
    or new.client_id is null and new.app_fee <> 0 then
    raise exception 'a top-up names the account of its player and the escrow of its app' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
