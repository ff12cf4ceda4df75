-- What an app can settle to a bank account: its balance without deposits and without the income of the last seven days, for which
-- payers can still be refunded. Income is every credit of the escrow, except deposits and settlements that came back. Equivalent, and cheap for
-- an app with many payments: the balance of seven days ago, plus those two credits, minus everything that has left since. All settlements together
-- never exceed the income from others: deposits, and app fees of sends and top-ups by owners, former ones included, never count, even if a refund has
-- used them up since.
create or replace function ledger_available(p_account bigint, p_now timestamptz) returns bigint language sql stable as $$
  select greatest(least(past.balance + recent.given - recent.taken - recent.topup_fees - a.deposited, a.balance + ever.paid_out - ever.deposits - own.fees), 0)::bigint
  from ledger_accounts a,
    lateral (select coalesce((select e.balance_after from ledger_entries e
        where e.account_id = p_account and e.version = (select ledger_version_at(p_account, p_now - interval '7 days'))), 0) as balance) past,
    lateral (select coalesce(sum(p.amount) filter (where p.type in ('payout', 'settlement', 'payment_refund')), 0) as taken,
        coalesce(sum(p.amount) filter (where p.type in ('deposit', 'settlement_return') and p.payee_id = a.id), 0) as given,
        topup_fees_returned(array_agg(p.reference) filter (where p.type = 'refund')) as topup_fees
      from ledger_postings p where p.app_id = a.id and p.type in ('payout', 'deposit', 'settlement', 'settlement_return', 'payment_refund', 'refund')
        and p.created_at > p_now - interval '7 days') recent,
    lateral (select coalesce(sum(p.amount) filter (where p.type = 'payout'), 0) as paid_out, coalesce(sum(p.amount) filter (where p.type = 'deposit'), 0) as deposits
      from ledger_postings p where p.app_id = a.id and p.type in ('payout', 'deposit')) ever,
    -- mutant (settlements/request-settlement): coalesce(sum(p.app_fee), 0) as fees => 0 * coalesce(sum(p.app_fee), 0) as fees
    lateral (select coalesce(sum(p.app_fee), 0) as fees
      from (select distinct o.id from app_people f join ledger_accounts o on o.identity_id = f.identity_id where f.client_id = a.client_id and f.role = 'owner') owners,
        lateral (select app_fee from ledger_postings where app_id = a.id and payer_id = owners.id and type = 'send' and app_fee > 0
          union all select app_fee from ledger_postings where app_id = a.id and payee_id = owners.id and type = 'topup' and app_fee > 0) p) own
  where a.id = p_account
$$;
