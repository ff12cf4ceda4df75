-- Safe while nodes serve: yes. The same columns stay guarded; replacing triggers waits for running postings and reads no rows.
-- One trigger for all counters of an account. Sends update all of them in one statement, and each further trigger costs a call for every batch.
create or replace trigger ledger_accounts_counted_by_function
  before update of sent_day, sent_today, sent_unproven, received_month, received, spent_month, spent on ledger_accounts
  for each statement execute function require_posting_function();
drop trigger ledger_accounts_received_by_function on ledger_accounts;
drop trigger ledger_accounts_spent_by_function on ledger_accounts;
