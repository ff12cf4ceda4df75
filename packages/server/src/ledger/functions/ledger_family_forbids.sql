-- Judges a payer by age and by the rules of the parents; null if nothing forbids it. The only place with these rules: every function that takes rupiah out
-- of a player's balance asks it under the payer's lock, after the states of all parties and before step-up, daily limit and balance (docs/adr/0017-families.md).
-- p_what: 'send', 'deposit', 'payment' (holds too), 'charge' (of an allowance), 'topup' or 'permission'. p_receiver: of a send, or of a payment to another player, which
-- `sends` bounds as well: otherwise any app could pass the money on; otherwise null.
-- p_total: with fees. p_rating: the confirmed rating of the app of a payment or charge, null without one.
-- Returns 'age_needed', 'parent_needed', 'parent_forbids' or, for payments and charges, 'parent_approval_needed'. The caller looks up the approval.
create or replace function ledger_family_forbids(
  p_payer ledger_accounts, p_what text, p_receiver ledger_accounts, p_total bigint, p_rating smallint, p_now timestamptz, p_zone text
) returns text language plpgsql stable as $$
declare
  c_day constant date := (greatest(p_now, p_payer.moved_at) at time zone p_zone)::date;
  v_is_beyond boolean;
  v_is_wrong_receiver boolean;
begin
  if p_payer.adult_from is null then return (select 'age_needed' from ledger_age_gate where is_required); end if;
  if p_payer.adult_from <= c_day then return null; end if;
  -- While the gate is off, a minor without a parent is not judged.
  if p_payer.parents is null then return (select 'parent_needed' from ledger_age_gate); end if;
  if p_what in ('topup', 'permission') then return null; end if;
  if p_what = 'send' and p_receiver.id = any(p_payer.parents) then return null; end if;
  v_is_beyond := coalesce(ledger_family_spent(p_payer, p_now, p_zone) + p_total > p_payer.monthly_spend, false);
  v_is_wrong_receiver := p_payer.family_sends = 'none'
    or p_payer.family_sends = 'family' and not coalesce(p_receiver.adult_from > c_day and p_receiver.parents && p_payer.parents, false);
  if p_what in ('send', 'deposit') then return case when v_is_beyond or v_is_wrong_receiver then 'parent_forbids' end; end if;
  -- mutant (families/requests): p_receiver.id is not null => false
  v_is_wrong_receiver := p_receiver.id is not null and v_is_wrong_receiver and p_receiver.id <> all(p_payer.parents);
  return case when v_is_beyond or v_is_wrong_receiver or coalesce(p_total > p_payer.per_purchase, false) or not ledger_family_admits(p_payer, p_rating, c_day) then 'parent_approval_needed' end;
end $$;
