-- Judges a payer by age and by the rules of the parents; null if nothing forbids it. The only place with these rules: every function that takes rupiah out
-- of a player's balance asks it under the payer's lock, after the states of all parties and before step-up, daily limit and balance (docs/adr/0017-families.md).
-- What depends on the receiver is judged by `ledger_family_excludes`, after all that depends on the payer.
-- p_what: 'send', 'deposit', 'payment' (holds too), 'charge' (of an allowance), 'topup', 'permission' or 'allowance'. p_receiver: the account of the player who is paid,
-- null for an app. p_app_fee: of a send. p_total: with fees. p_rating: the confirmed rating of the app of a payment or charge, null without one.
-- Returns 'age_needed', 'parent_needed', 'parent_forbids' or, for payments and charges, 'parent_approval_needed'. The caller looks up the approval.
create or replace function ledger_family_forbids(
  p_payer ledger_accounts, p_what text, p_receiver bigint, p_app_fee bigint, p_total bigint, p_rating smallint, p_now timestamptz, p_zone text
) returns text language plpgsql stable as $$
declare
  c_day constant date := (greatest(p_now, p_payer.moved_at) at time zone p_zone)::date;
  c_is_send constant boolean := p_what in ('send', 'deposit');
  v_is_to_parent boolean;
  v_is_beyond boolean;
begin
  if p_payer.adult_from is null then return (select 'age_needed' from ledger_age_gate where is_required); end if;
  if p_payer.adult_from <= c_day then return null; end if;
  -- While the gate is off, a minor without a parent is not judged.
  if p_payer.parents is null then return (select 'parent_needed' from ledger_age_gate); end if;
  if p_what in ('topup', 'permission', 'allowance') then return null; end if;
  v_is_to_parent := coalesce(p_receiver = any(p_payer.parents), false);
  -- The fee of an app pays its owner, who can be anyone. Without this, a send of Rp1 to a parent would carry a fee of any size past the rules.
  if p_what = 'send' and v_is_to_parent and p_app_fee = 0 then return null; end if;
  v_is_beyond := coalesce(ledger_family_spent(p_payer, p_now, p_zone) + p_total > p_payer.monthly_spend, false);
  -- A payment to a player is a send by another way, so that `sends` bounds it too.
  if p_payer.family_sends <> 'all' and (c_is_send or p_receiver is not null) then
    v_is_beyond := v_is_beyond or p_what = 'deposit' or c_is_send and p_app_fee > 0 or p_payer.family_sends = 'none' and not v_is_to_parent;
  end if;
  if c_is_send then return case when v_is_beyond then 'parent_forbids' end; end if;
  return case when v_is_beyond or coalesce(p_total > p_payer.per_purchase, false) or not ledger_family_admits(p_payer, p_rating, c_day) then 'parent_approval_needed' end;
end $$;
