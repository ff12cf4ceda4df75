-- What an app can settle to a bank account: its balance without the owner's deposits and without the income of the last seven days, for which
-- payers can still be refunded. Income is every credit of the escrow, except deposits and settlements that came back.
create or replace function ledger_available(p_account bigint, p_now timestamptz) returns bigint language sql stable as $$
  select greatest(a.balance - a.deposited
      - (select coalesce(sum(e.amount), 0) from ledger_entries e
          where e.account_id = a.id and e.amount > 0 and e.version > (select ledger_version_at(p_account, p_now - interval '7 days')))
      + (select coalesce(sum(p.amount), 0) from ledger_postings p
          where p.payee_id = a.id and p.type in ('deposit', 'settlement_return') and p.created_at > p_now - interval '7 days'), 0)::bigint
  from ledger_accounts a where a.id = p_account
$$;
