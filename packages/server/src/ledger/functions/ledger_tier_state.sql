-- What the tier of a player allows at a moment: the maximum balance, the maximum that may come in during the month, and what has come in, pending
-- top-ups included. No row if there are no tiers. A clock that was set back does not return to an earlier month.
create or replace function ledger_tier_state(p_account bigint, p_at timestamptz)
returns table (tier text, balance_max bigint, incoming_max bigint, incoming bigint) language sql stable as $$
  select a.tier, case a.tier when 'registered' then r.registered_balance else r.basic_balance end,
    case a.tier when 'registered' then r.registered_incoming else r.basic_incoming end,
    case when a.received_month >= ledger_month_at(greatest(p_at, a.moved_at)) then a.received else 0 end + pending_topups_of(a.id)
  from ledger_tier_rules r, ledger_accounts a where a.id = p_account and a.kind = 'identity'
$$;
