-- Whether ages are judged; otherwise only children with a parent are.
create or replace function ledger_judges_ages() returns boolean language sql stable as $$
  select exists (select from ledger_age_gate)
$$;
