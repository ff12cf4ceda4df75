-- What an app can settle to a bank account: its balance without the owner's deposits and without the income of the last seven days, for which
-- payers can still be refunded. Income is every credit of the escrow, except deposits and settlements that came back. All settlements together
-- never exceed the income: a deposit that was used up by the refund of a payment does not turn that payment into income.
create or replace function ledger_available(p_account bigint, p_now timestamptz) returns bigint language sql stable as $$
  select greatest(least(a.balance - a.deposited - recent.credits + recent.owner_credits, a.balance + ever.paid_out - ever.deposits), 0)::bigint
  from ledger_accounts a,
    lateral (select (select coalesce(sum(e.amount), 0) from ledger_entries e
          where e.account_id = a.id and e.amount > 0 and e.version > (select ledger_version_at(p_account, p_now - interval '7 days'))) as credits,
        -- Two sums, because each type has its own index.
        (select coalesce(sum(p.amount), 0) from ledger_postings p where p.payee_id = a.id and p.type = 'deposit' and p.created_at > p_now - interval '7 days')
          + (select coalesce(sum(p.amount), 0) from ledger_postings p
            where p.app_id = a.id and p.payee_id = a.id and p.type in ('settlement', 'settlement_return') and p.created_at > p_now - interval '7 days') as owner_credits) recent,
    lateral (select (select coalesce(sum(p.amount), 0) from ledger_postings p where p.payer_id = a.id and p.type = 'payout') as paid_out,
        (select coalesce(sum(p.amount), 0) from ledger_postings p where p.payee_id = a.id and p.type = 'deposit') as deposits) ever
  where a.id = p_account
$$;
