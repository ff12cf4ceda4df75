-- Requires that a payment names the escrow and the hold account of its app, and pays that escrow or the account of its player.
create or replace function require_payment_accounts() returns trigger language plpgsql as $$
begin
  if ledger_account_belongs(new.app_account_id, 'app', new.client_id) is not true
    or ledger_account_belongs(new.hold_account_id, 'hold', new.client_id) is not true
    or new.payee_identity_id is null and new.payee_account_id <> new.app_account_id
    or new.payee_identity_id is not null
      and ledger_account_belongs(new.payee_account_id, 'identity', new.payee_identity_id::text) is not true then
    raise exception 'a payment names the accounts of its app and of its payee' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
