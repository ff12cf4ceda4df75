-- Safe while nodes serve: yes. The columns are null, which changes no judgement, and the functions that earlier nodes call maintain them.
-- Whether players without a birth month may move money. At most one row: without it, only children with a parent are judged by age. A node writes
-- `PID_AGE_GATE` here when it starts, so that all functions of all nodes judge alike.
create table ledger_age_gate (
  is_only boolean primary key default true check (is_only),
  is_required boolean not null
);
-- Of a player: the first day as an adult (null without a birth month; `-infinity` for adults, so that the row does not tell their age), the accounts of
-- the parents, and the rules that the parents set. All of them change under the lock of this row.
alter table ledger_accounts
  add column if not exists adult_from date,
  add column if not exists parents bigint[],
  add column if not exists monthly_spend bigint,
  add column if not exists per_purchase bigint,
  add column if not exists family_sends text,
  add column if not exists max_rating smallint,
  add column if not exists unrated_apps boolean,
  -- The month of the last spending that counted, and what was spent in it.
  add column if not exists spent_month date,
  add column if not exists spent bigint;
alter table ledger_accounts
  add constraint ledger_accounts_family check (
    num_nulls(adult_from, parents, monthly_spend, per_purchase, family_sends, max_rating, unrated_apps, spent_month, spent) = 9
    or kind = 'identity'
      and (parents is null or adult_from is not null and cardinality(parents) between 1 and 2 and not id = any(parents))
      and (parents is null) = (family_sends is null) and (parents is null) = (unrated_apps is null)
      and (parents is not null or num_nulls(monthly_spend, per_purchase, max_rating) = 3)
      and family_sends in ('none', 'family', 'all') and monthly_spend >= 0 and per_purchase >= 0 and max_rating in (3, 7, 13, 15, 18)
      and (spent is null) = (spent_month is null) and spent >= 0) not valid;
create trigger ledger_accounts_spent_by_function before update of spent_month, spent on ledger_accounts
  for each statement execute function require_posting_function();
