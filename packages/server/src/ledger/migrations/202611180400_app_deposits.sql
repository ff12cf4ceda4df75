-- Safe while nodes serve: yes. Nodes of earlier commits post no deposits, and the functions that they call keep the column right.
-- Of an escrow: money that the owner deposited and that was not used up yet. It is not income of the app.
alter table ledger_accounts add column if not exists deposited bigint not null default 0;
alter table ledger_accounts
  add constraint ledger_accounts_deposited check (deposited = 0 or kind = 'app' and deposited between 0 and balance) not valid;
create trigger ledger_accounts_deposited_by_function before update of deposited on ledger_accounts
  for each statement execute function require_posting_function();
alter table ledger_postings
  add constraint ledger_postings_type check (type in ('send', 'topup', 'refund', 'payout', 'deposit', 'forfeit', 'suspense', 'suspense_credit', 'payment', 'hold', 'capture', 'hold_return', 'payment_refund')) not valid,
  drop constraint ledger_postings_type_check;
