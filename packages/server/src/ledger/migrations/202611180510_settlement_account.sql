-- Safe while nodes serve: yes. Nodes of earlier commits post no settlements, and the functions that they call keep every rule.
-- Money of settlements that were requested or sent and are not at the bank yet.
insert into ledger_accounts (id, kind, name, created_at) values (9000000000000000007, 'platform', 'settlements', now());
alter table ledger_accounts
  add constraint ledger_accounts_settlements_not_negative check (name is distinct from 'settlements' or balance >= 0) not valid;
alter table ledger_postings
  add constraint ledger_postings_types check (type in ('send', 'topup', 'refund', 'payout', 'deposit', 'forfeit', 'suspense', 'suspense_credit', 'payment', 'hold', 'capture', 'hold_return', 'payment_refund', 'settlement', 'settlement_paid', 'settlement_return')) not valid,
  drop constraint ledger_postings_type;
alter table ledger_suspense
  add constraint ledger_suspense_sources check (source in ('topup', 'app_fee', 'account', 'payment', 'settlement')) not valid,
  drop constraint ledger_suspense_source_check;
