-- A payment names the escrow and the hold account of its app, and pays that escrow or the account of the player it is for.
create function require_payment_accounts() returns trigger language plpgsql as $$
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
create trigger payments_accounts before insert or update of client_id, app_account_id, hold_account_id, payee_account_id, payee_identity_id on payments
  for each row execute function require_payment_accounts();

create or replace view payment_facts as select id, client_id, description, status, amount, payer_account_id, payee_account_id, app_account_id, hold_account_id,
  confirmed_total, captured, refunded, global_fee, app_fee, fee_rule, fee_bps, fee_flat, is_waived, payee_identity_id from payments;
