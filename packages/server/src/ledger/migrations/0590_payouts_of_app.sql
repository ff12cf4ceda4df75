-- What an app's owner has taken is asked for by the app's account.
create index ledger_postings_payouts on ledger_postings (payer_id) where type = 'payout';
