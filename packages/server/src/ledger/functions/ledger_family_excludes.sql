-- Whether the rules of a child allow only the family, and the receiver is neither a parent nor another child of one. Judged after all that depends on the
-- payer: otherwise a child without money could ask whose children other players are.
create or replace function ledger_family_excludes(
  p_payer ledger_accounts, p_receiver ledger_accounts, p_now timestamptz, p_zone text
) returns boolean language sql stable as $$
  select coalesce(p_payer.family_sends = 'family' and p_payer.adult_from > t.day and not p_receiver.id = any(p_payer.parents)
    and not coalesce(p_receiver.adult_from > t.day and p_receiver.parents && p_payer.parents, false), false)
  from (select (greatest(p_now, p_payer.moved_at) at time zone p_zone)::date as day) t
$$;
