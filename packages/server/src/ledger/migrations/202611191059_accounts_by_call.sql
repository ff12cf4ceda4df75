-- Safe while nodes serve: yes. A migration replaces the functions that it names before the migrations after it. Open sessions could not call the earlier
-- text of these two, or functions whose plans contain it, once the accounts have got a column.
alter function ledger_account_of(bigint) stable;
alter function ledger_lock_accounts(bigint[]) volatile;
