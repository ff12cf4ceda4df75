-- Whether a child may use an app with this confirmed rating, null without one: not above the rules, not above the child's age on this day.
create or replace function ledger_family_admits(p_child ledger_accounts, p_rating smallint, p_day date) returns boolean language sql stable as $$
  select case when p_rating is null then coalesce(p_child.unrated_apps, false)
    else p_rating <= coalesce(p_child.max_rating, 18) and p_rating <= ledger_age_on(p_child.adult_from, p_day) end
$$;
