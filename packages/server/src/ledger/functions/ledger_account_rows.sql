-- All accounts, for functions of other slices. A plan with a view is made anew when a migration adds a column to the accounts.
create or replace view ledger_account_rows as select a.id, a.identity_id, a.balance, a.moved_at, a.closed_at, a as account from ledger_accounts a;
