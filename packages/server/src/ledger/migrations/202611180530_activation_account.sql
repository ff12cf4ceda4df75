-- Safe while nodes serve: yes. Nodes of earlier commits post no activations, and the functions that they call keep every rule.
-- Prices of activations that players paid in rupiah. The price of an activation that landed stays here: it is income of the operator.
insert into ledger_accounts (id, kind, name, created_at) values (9000000000000000008, 'platform', 'activations', now());
alter table ledger_accounts
  add constraint ledger_accounts_activations_not_negative check (name is distinct from 'activations' or balance >= 0) not valid;
alter table ledger_postings
  add constraint ledger_postings_known_types check (type in ('send', 'topup', 'refund', 'payout', 'deposit', 'forfeit', 'suspense', 'suspense_credit', 'payment', 'hold', 'capture', 'hold_return', 'payment_refund', 'settlement', 'settlement_paid', 'settlement_return', 'activation', 'activation_return')) not valid,
  drop constraint ledger_postings_types;
alter table ledger_suspense
  add constraint ledger_suspense_known_sources check (source in ('topup', 'app_fee', 'account', 'payment', 'settlement', 'activation')) not valid,
  drop constraint ledger_suspense_sources;
